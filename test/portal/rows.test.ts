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

  test('are as they were read, each where it stands', () => {
    expect(renewed(shown, read).map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a CREATED',
      'b SCHEDULED',
      'c READY',
    ])
  })

  test('stay the same objects where they say the same, and where they were not read', () => {
    const rows = renewed(shown, read)
    expect(rows.map((row, index) => row === shown[index])).toEqual([true, false, true])
  })
})
