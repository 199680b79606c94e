import { describe, expect, test } from 'vitest'
import { renewed } from '../../portal/src/api/rows.ts'

describe('rows that are read again', () => {
  const shown = [
    { id: 'a', status: 'CREATED', data: { name: 'Zoë' } },
    { id: 'b', status: 'CREATED', data: {} },
    { id: 'c', status: 'READY', data: {} },
  ]
  const read = new Map([
    ['a', { id: 'a', status: 'CREATED', data: { name: 'Zoë' } }],
    ['b', { id: 'b', status: 'SCHEDULED', data: {} }],
  ])

  test('have their new values, each in its place', () => {
    expect(renewed(shown, read).map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a CREATED',
      'b SCHEDULED',
      'c READY',
    ])
  })

  test('keep their identity if unchanged, or not read again', () => {
    const rows = renewed(shown, read)
    expect(rows.map((row, index) => row === shown[index])).toEqual([true, false, true])
  })
})
