import { describe, expect, test } from "vitest";
import { keyEffect } from "../../src/rank/board/board-keys.ts";
import {
  addChoice,
  addItems,
  addTier,
  addVoter,
  clearPlaces,
  createBoard,
  limits,
  namesIn,
  placeItem,
  removeItem,
  removeLastChoice,
  removeTier,
  removeVoter,
  renameVoter,
  tiersOf,
  unplaced,
} from "../../src/rank/state/board.ts";
import { hasComparisons, votesText } from "../../src/rank/state/votes-text.ts";

const empty = createBoard(["tea", "coffee", "milk"], ["S", "A", "B"]);

describe("a board", () => {
  test("puts items into tiers of the current voter only", () => {
    const board = addVoter(placeItem(placeItem(empty, 0, 1), 2, 0));
    expect(tiersOf({ ...board, current: 0 })).toEqual({ tiers: [[2], [0], []], unplacedItems: [1] });
    expect(tiersOf(board)).toEqual({ tiers: [[], [], []], unplacedItems: [0, 1, 2] });
    expect(empty.voters[0].places).toEqual([unplaced, unplaced, unplaced]);
  });

  test("adds only new items, up to its limit", () => {
    const board = addItems(placeItem(empty, 1, 2), ["milk", "rice", "rice"]);
    expect(board.items).toEqual(["tea", "coffee", "milk", "rice"]);
    expect(board.voters[0].places).toEqual([unplaced, 2, unplaced, unplaced]);
    const many = Array.from({ length: limits.items + 5 }, (_, k) => `item ${k}`);
    expect(addItems(empty, many).items).toHaveLength(limits.items);
    expect(addItems(empty, many).voters[0].places).toHaveLength(limits.items);
  });

  test("removes an item and the answers about it, and renumbers the other items", () => {
    const asked = addChoice(addChoice(placeItem(empty, 2, 1), { best: 2, worst: 1, shown: [1, 2] }), {
      best: 0,
      worst: 1,
      shown: [0, 1],
    });
    const board = removeItem(asked, 0);
    expect(board.items).toEqual(["coffee", "milk"]);
    expect(board.voters[0]).toEqual({
      name: "Voter 1",
      places: [unplaced, 1],
      choices: [{ best: 1, worst: 0, shown: [0, 1] }],
    });
  });

  test("makes the items of a removed tier unplaced, and keeps at least two tiers", () => {
    const board = removeTier(placeItem(empty, 0, 2));
    expect(board.tiers).toEqual(["S", "A"]);
    expect(board.voters[0].places[0]).toBe(unplaced);
    expect(removeTier(board)).toBe(board);
    expect(addTier(board).tiers).toEqual(["S", "A", "B"]);
  });

  test("keeps at least one voter, and shows the previous voter after the voter at the end of the list is removed", () => {
    expect(removeVoter(empty)).toBe(empty);
    const two = renameVoter(addVoter(empty), "Bo");
    expect(two.voters.map(({ name }) => name)).toEqual(["Voter 1", "Bo"]);
    expect(removeVoter(two)).toEqual({ ...empty, current: 0 });
  });

  test("undoes the last answer, and clears tiers without changing answers", () => {
    const choice = { best: 0, worst: 1, shown: [0, 1, 2] };
    const board = addChoice(placeItem(empty, 0, 0), choice);
    expect(clearPlaces(board).voters[0]).toEqual({ ...empty.voters[0], choices: [choice] });
    expect(removeLastChoice(board).voters[0].choices).toEqual([]);
  });
});

describe("names in text", () => {
  test.each([
    ["tea, coffee ,, milk", ["tea", "coffee", "milk"]],
    ["Smith, John\n\n Doe, Jane \r\n", ["Smith, John", "Doe, Jane"]],
    ["  ", []],
  ])("the names of the items in %j are found", (text, names) => expect(namesIn(text)).toEqual(names));
});

describe("votes as text", () => {
  test("the votes contain one line per voter and per answer, without empty tiers", () => {
    const board = addChoice(placeItem(placeItem(empty, 0, 0), 1, 2), { best: 2, worst: 0, shown: [0, 1, 2] });
    expect(votesText(addVoter(board))).toBe(
      '{"tiers":[["tea"],["coffee"]],"rest":"unobserved"}\n{"tiers":[["milk"],["coffee"],["tea"]],"rest":"unobserved"}\n',
    );
  });

  test("votes that put all items into one tier contain no comparison", () => {
    expect(hasComparisons(placeItem(placeItem(empty, 0, 1), 1, 1))).toBe(false);
    expect(hasComparisons(placeItem(placeItem(empty, 0, 1), 1, 2))).toBe(true);
    expect(votesText(empty)).toBe("");
  });
});

describe("keys on an item", () => {
  test.each([
    ["ArrowUp", 1, { tier: 0 }],
    ["ArrowUp", 0, undefined],
    ["ArrowUp", unplaced, { tier: 2 }],
    ["ArrowDown", 2, { tier: unplaced }],
    ["ArrowDown", unplaced, undefined],
    ["3", 0, { tier: 2 }],
    ["4", 0, undefined],
    ["0", 0, { tier: unplaced }],
    ["Home", 1, { focus: "start" }],
    ["a", 1, undefined],
  ])("the key %s has the expected effect on an item in tier %i of 3", (key, tier, effect) =>
    expect(keyEffect(key, tier, 3)).toEqual(effect),
  );
});
