import { expect, test } from "vitest";
import { describeUsers, isOneOfUsers } from "../../src/index.ts";

const names = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `user-${from + i}`);

test("a user set matches all of its users and almost no others", () => {
  const met = isOneOfUsers(describeUsers(names(0, 5000)));
  expect(names(0, 5000).every(met)).toBe(true);
  // The expected number of false members is 5000 · 5000/2³² = 0.006.
  expect(names(5000, 10_000).filter(met)).toEqual([]);
});

test("a user set does not depend on the order of names or on duplicates, and contains no names", () => {
  const text = describeUsers(["ann", "bob"]);
  expect(describeUsers(["bob", "ann", "bob"])).toBe(text);
  expect(text).toHaveLength(12);
  expect(isOneOfUsers(describeUsers([]))("ann")).toBe(false);
});

test("text that is not a user set is rejected", () => {
  expect(() => isOneOfUsers("YWI=")).toThrow("users is not a set of users");
});
