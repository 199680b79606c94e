import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/core/kernel/json.ts'

describe('canonical JSON (RFC 8785)', () => {
  test.each([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    // Numeric names sort as text, unlike in a JavaScript object.
    [{ 9: 'a', 10: 'b', '': 0 }, '{"":0,"10":"b","9":"a"}'],
    [
      { '\u20ac': 1, '\r': 2, '\ud83d\ude00': 3, '\ufb33': 4, ö: 5 },
      '{"\\r":2,"ö":5,"€":1,"😀":3,"\ufb33":4}',
    ],
    [[333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0], '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]'],
    ['\u0000\u001f"\\/\u007f\u2028', '"\\u0000\\u001f\\"\\\\/\u007f\u2028"'],
    [{ left: undefined, out: 1 }, '{"out":1}'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})
