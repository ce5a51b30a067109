import fc from "fast-check";
import { expect, test } from "vitest";
import { findSlot, newSlots, resetSlots } from "../../src/pairs/slots.ts";

test("findSlot finds all keys, whether close to the lowest key or far from it, and no others", () => {
  const key = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger());
  const slots = newSlots();
  fc.assert(
    fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 60 }), ([absent, ...keys]) => {
      fc.pre(keys.length > 0);
      resetSlots(slots, Math.min(...keys), keys.length);
      for (const [value, k] of keys.entries()) {
        const slot = findSlot(slots, k);
        expect(slots.value[slot]).toBe(-1);
        slots.key[slot] = k;
        slots.value[slot] = value;
      }
      expect(keys.map((k) => slots.value[findSlot(slots, k)])).toEqual([...keys.keys()]);
      if (absent > Math.min(...keys)) expect(slots.value[findSlot(slots, absent)]).toBe(-1);
    }),
  );
});
