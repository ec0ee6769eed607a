"""What the libraries say at the points on standard input (JSON): a program for their environment.

It knows nothing of this project. Per point and question the hexadecimal number, or the kind of error.
"""

import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
import opendp.prelude as dp
from dp_accounting.pld import common, privacy_loss_distribution
from dp_accounting.rdp.rdp_privacy_accountant import compute_delta
from riskcal.analysis import conversions

LIBRARIES = ("dp-accounting", "opendp", "riskcal")

dp.enable_features("contrib", "honest-but-curious")


def composed_delta(eps, delta, releases):
    """Of the distribution that is worst for (eps, delta), composed with itself, at the sum of the eps."""
    parameters = common.DifferentialPrivacyParameters(eps, delta)
    one = privacy_loss_distribution.from_privacy_parameters(parameters)
    return one.self_compose(releases).get_delta_for_epsilon(releases * eps)


def opendp_release(measure, loss):
    """A measurement of OpenDP of which no more is known than its loss."""
    data = dp.atom_domain(T=bool), dp.discrete_distance()
    return dp.m.make_user_measurement(*data, measure, lambda value: value, lambda _: loss)


def opendp_composed_delta(eps, delta, releases):
    """The delta of OpenDP's composition, at the sum of the eps."""
    one = opendp_release(dp.approximate(dp.max_divergence()), (eps, delta))
    return dp.c.make_composition([one] * releases).map(1)[1]


def opendp_rho(eps):
    """An order 2 divergence that zero-concentrated privacy implies: twice its parameter."""
    return 2 * dp.c.make_pureDP_to_zCDP(opendp_release(dp.max_divergence(), eps)).map(1)


def opendp_eps(advantage):
    """The eps of a randomized response by which a truth is guessed so much more often than a lie."""
    return dp.m.make_randomized_response_bool((1 + advantage) / 2).map(1)


QUESTIONS = {
    "success, (eps, delta)": lambda p: 1 - conversions.get_beta_from_adp(p["eps"], p["delta"], p["k"]),
    "advantage, (eps, delta)": lambda p: conversions.get_advantage_from_adp(p["eps"], p["delta"]),
    "eps of a cap at k": lambda p: conversions.get_epsilon_from_err_rates(p["delta"], p["k"], 1 - p["cap"]),
    "success, Renyi": lambda p: 1 - conversions.get_beta_from_rdp(p["rho"], np.array([p["k"]]), 2.0)[0],
    "delta of rho": lambda p: compute_delta([2.0], [p["rho"]], p["eps"])[0],
    "delta of releases": lambda p: composed_delta(p["eps"], p["delta"], p["releases"]),
    "delta of releases, opendp": lambda p: opendp_composed_delta(p["eps"], p["delta"], p["releases"]),
    "rho of eps, opendp": lambda p: opendp_rho(p["eps"]),
    "eps of a difference, opendp": lambda p: opendp_eps(p["cap"]),
}


def answer(question, point):
    """The number as text, or why there is none."""
    try:
        return float(question(point)).hex()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def main():
    """Answers on standard output."""
    warnings.simplefilter("ignore")
    points = json.load(sys.stdin)
    answers = [{name: answer(question, p) for name, question in QUESTIONS.items()} for p in points]
    print(json.dumps({"answers": answers, "versions": {n: version(n) for n in LIBRARIES}}))


if __name__ == "__main__":
    main()
