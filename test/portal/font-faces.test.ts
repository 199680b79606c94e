import { expect, test } from 'vitest'
import { facesToChoose } from '../../portal/src/ui/font-faces.ts'

const refusal = (fonts: number, names: string) => [{ code: 'font_collection', params: { fonts, names } }]

test.each([
  ['with their names', refusal(2, '1 House, 2 House Bold'), ['House', 'House Bold']],
  [
    'with a comma in a name',
    refusal(2, '1 House, Regular, 2 House, Bold'),
    ['House, Regular', 'House, Bold'],
  ],
  ['with a number in a name', refusal(2, '1 House 2, 2 House 3'), ['House 2', 'House 3']],
  ['without a name', refusal(2, '1 ?, 2 House'), [undefined, 'House']],
  ['of which only the first are named', refusal(3, '1 A, 2 B'), ['A', 'B', undefined]],
  ['that are invalid', [{ code: 'font_collection', params: { fonts: 2, face: 3 } }], []],
  ['of another file', [{ code: 'font_damaged' }], []],
])('fonts of a collection %s are offered', (_what, errors, names) => {
  expect(facesToChoose(errors).map(({ name }) => name)).toEqual(names)
  expect(facesToChoose(errors).map(({ number }) => number)).toEqual(names.map((_, index) => index + 1))
})
