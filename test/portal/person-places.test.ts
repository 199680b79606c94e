import { expect, test } from 'vitest'
import { placeOf, retentionOf } from '../../portal/src/screens/person/places.ts'
import { elsewhere } from '../../src/core/features/privacy/subject-access.ts'

test.each(elsewhere)('“$what” of the server has a message in the portal', ({ what, kept }) => {
  expect(placeOf(what)).toBeDefined()
  const retention = retentionOf(kept)
  expect(`${retention?.number} ${retention?.unit}`).toBe(kept)
})

test('unknown places and retentions are shown as the server sends them', () => {
  expect(placeOf('Backups')).toBeUndefined()
  expect(retentionOf('until the end of the year')).toBeUndefined()
})
