import { describe, expect, test } from 'vitest'
import { generalProblems } from '../../src/core/kernel/problem-sentences.ts'
import { translatorIn } from '../support/api-messages.ts'

const inEnglish = await translatorIn('en')
const inDutch = await translatorIn('nl')

/** The API's refusal of a status change. */
const refused = (
  noun: 'item' | 'Postbatch' | 'ticket' | 'run' | 'top-up' | 'API key',
  status: string,
  to: string,
) => {
  const { code, message, params } = generalProblems.sentence('invalid_state.move', { noun, status, to })
  return { code, message, params }
}
const refusal = (kind: string, params: Record<string, string>) => ({
  code: 'invalid_state',
  message: 'English.',
  params: { case: kind, ...params },
})

describe("statuses in a refusal have the portal's labels", () => {
  test.each([
    [refused('item', 'CANCELLED', 'CANCELLED'), 'This item is cancelled already.'],
    [
      refused('item', 'IN_PRODUCTION', 'CANCELLED'),
      'This item is “Being printed” and cannot become “Cancelled”.',
    ],
    [refused('Postbatch', 'CANCELLED', 'CANCELLED'), 'This mailing is cancelled already.'],
    [refused('run', 'HANDED_TO_PRINTER', 'OPEN'), 'This run is “Being printed” and cannot become “Open”.'],
    [refused('top-up', 'PAID', 'CANCELLED'), 'This top-up is “Paid” and cannot become “Cancelled”.'],
    [refusal('approve', { status: 'CANCELLED' }), 'This item is “Cancelled” and cannot be approved.'],
    [
      refusal('not_with_printer', { status: 'COMPLETED' }),
      'This run is “Should have arrived”, so no printer can have it.',
    ],
    [
      refusal('not_to_reject', { status: 'DRAFT' }),
      'This mailing is “Draft”. Only one that waits for approval can be rejected.',
    ],
    [refusal('same_status', { status: 'ARCHIVED' }), 'This template is already “Archived”.'],
    [refusal('no_render_file', { status: 'PROCESSING' }), 'This preview is “processing” and has no file.'],
    [refusal('no_export_file', { status: 'PENDING' }), 'This export is “pending” and has no file.'],
    [refusal('mapped', { status: 'COMPLETED' }), 'This import is “completed” and can no longer be mapped.'],
  ])('in English: %o', (message, sentence) => {
    expect(inEnglish(message)).toBe(sentence)
  })

  test.each([
    [refused('item', 'CANCELLED', 'CANCELLED'), 'Dit poststuk is al geannuleerd.'],
    [refused('Postbatch', 'CANCELLED', 'CANCELLED'), 'Deze mailing is al geannuleerd.'],
    [refused('ticket', 'CLOSED', 'CLOSED'), 'Dit ticket is al gesloten.'],
    [
      refused('item', 'IN_PRODUCTION', 'CANCELLED'),
      'Dit poststuk is “Wordt gedrukt” en kan niet “Geannuleerd” worden.',
    ],
    [refused('API key', 'ACTIVE', 'ACTIVE'), 'Dit (API-sleutel) is al actief.'],
    [refusal('no_export_file', { status: 'PENDING' }), 'Deze export heeft geen bestand (nu: wacht).'],
    [
      refusal('mapped', { status: 'COMPLETED' }),
      'De indeling van deze import kan niet meer worden gewijzigd (nu: afgerond).',
    ],
  ])('in Dutch: %o', (message, sentence) => {
    expect(inDutch(message)).toBe(sentence)
  })
})

describe('the sentence of the API is shown', () => {
  test.each([
    [
      'for a refusal that was stored without its values',
      { ...refused('item', 'HELD', 'HELD'), params: undefined },
    ],
    [
      'in English, for a message that names no state',
      { code: 'printing_held', message: '', params: { reason: 'Ink.' } },
    ],
  ])('%s', (_what, message) => {
    expect(inEnglish(message)).toBe(undefined)
  })
})
