"""Gradient descent for the network: Adam on batches of positions, in compiled code."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.network import HIDDEN_UNITS, NETWORK, SCALE, SECOND_UNITS, Network
from millefiori.engine.compiled import rule
from millefiori.engine.layout import array_of
from millefiori.engine.state import Games

FIRST_WEIGHT = NETWORK.fields["first"][1]  # type: ignore[index]
FIRST_MOMENT, SECOND_MOMENT, EPSILON = 0.9, 0.999, 1e-8


def flat(network: Network) -> NDArray[np.float32]:
    """All weights as one array that shares their memory."""
    whole = array_of(network).view(np.uint8)
    return cast(NDArray[np.float32], whole[FIRST_WEIGHT:].view(np.float32))


@rule
def add_gradients(samples: Games, order: NDArray[Any], network: Network, gradients: Network) -> float:
    """Add the gradients of the squared error over the samples named in `order`; returns the sum of squared errors."""
    sums = np.zeros(HIDDEN_UNITS, np.float32)
    upper = np.zeros(SECOND_UNITS, np.float32)
    below = np.zeros(HIDDEN_UNITS, np.float32)
    squares = 0.0
    for index in order:
        sample = samples[index]
        sums[:] = network.first_bias
        for number in range(sample.count):
            feature = sample.features[number]
            for unit in range(HIDDEN_UNITS):
                sums[unit] += network.first[feature, unit]
        upper[:] = network.second_bias
        for unit in range(HIDDEN_UNITS):
            if sums[unit] > 0:
                for up in range(SECOND_UNITS):
                    upper[up] += sums[unit] * network.second[unit, up]
        result = network.last_bias[0]
        for up in range(SECOND_UNITS):
            result += network.last[up] * max(upper[up], np.float32(0))
        error = result - np.float32(sample.target / SCALE)
        squares += error * error
        back(sample, error, sums, upper, below, network, gradients)
    return squares


@rule
def back(sample: Any, error: float, sums: Any, upper: Any, below: Any, network: Network, gradients: Network) -> None:
    """The gradients of one sample, layer by layer from the top."""
    gradients.last_bias[0] += error
    below[:] = 0
    for up in range(SECOND_UNITS):
        if upper[up] > 0:
            gradients.last[up] += error * upper[up]
            upper[up] = error * network.last[up]
            gradients.second_bias[up] += upper[up]
        else:
            upper[up] = 0
    for unit in range(HIDDEN_UNITS):
        if sums[unit] > 0:
            for up in range(SECOND_UNITS):
                gradients.second[unit, up] += sums[unit] * upper[up]
                below[unit] += network.second[unit, up] * upper[up]
            gradients.first_bias[unit] += below[unit]
    for number in range(sample.count):
        feature = sample.features[number]
        for unit in range(HIDDEN_UNITS):
            gradients.first[feature, unit] += below[unit]


@rule
def adam(
    weights: NDArray[Any], gradients: NDArray[Any], mean: NDArray[Any], square: NDArray[Any], rate: float, step: int
) -> None:
    """One step of Adam; the gradients are cleared."""
    scale = rate * np.sqrt(1 - SECOND_MOMENT**step) / (1 - FIRST_MOMENT**step)
    for index in range(len(weights)):
        gradient = gradients[index]
        mean[index] = FIRST_MOMENT * mean[index] + (1 - FIRST_MOMENT) * gradient
        square[index] = SECOND_MOMENT * square[index] + (1 - SECOND_MOMENT) * gradient * gradient
        weights[index] -= scale * mean[index] / (np.sqrt(square[index]) + EPSILON)
        gradients[index] = 0


@rule
def follow(average: NDArray[Any], weights: NDArray[Any], share: float) -> None:
    """Move an average towards the weights by a share of the way."""
    for index in range(len(weights)):
        average[index] += share * (weights[index] - average[index])
