import { expect, test } from 'vitest'
import states from '../../portal/messages/en/states.json' with { type: 'json' }
import { type Kind, toneOf } from '../../portal/src/messages/tones.ts'

test.each(
  Object.entries(states).flatMap(([kind, labels]) =>
    Object.keys(labels)
      .filter((state) => !state.endsWith('@ownMail'))
      .map((state) => [kind as Kind, state] as const),
  ),
)('%s %s has a colour with a shape', (kind, state) => {
  expect(toneOf(kind, state)).not.toBe('plain')
})

test.each([
  ['ItemStatus', 'COMPLETED', 'good'],
  ['ItemStatus', 'IN_PRODUCTION', 'info'],
  ['ItemStatus', 'HANDED_TO_CARRIER', 'sent'],
  ['ItemStatus', 'HELD', 'warn'],
  ['ItemStatus', 'RETURNED', 'bad'],
  ['ItemStatus', 'SCHEDULED', 'ahead'],
  ['ItemStatus', 'SUPPRESSED', 'off'],
  ['ItemStatus', 'PENDING_APPROVAL', 'approve'],
  ['RunStatus', 'OPEN', 'ahead'],
  ['TicketStatus', 'OPEN', 'info'],
] as const)('%s %s is %s', (kind, state, tone) => expect(toneOf(kind, state)).toBe(tone))
