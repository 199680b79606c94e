import { describe, expect, test } from 'vitest'
import statesEn from '../../portal/messages/en/states.json' with { type: 'json' }
import statesNl from '../../portal/messages/nl/states.json' with { type: 'json' }
import { inDutch } from '../../portal/src/messages/dutch.ts'
import { moveInEnglish, moveOf, wordedStates } from '../../portal/src/messages/moves.ts'
import { generalProblems } from '../../src/core/kernel/problem-sentences.ts'

/** The API's refusal of a status change. */
const refused = (noun: 'item' | 'Postbatch' | 'ticket' | 'run', status: string, to: string) => {
  const { code, message, params } = generalProblems.sentence('invalid_state.move', { noun, status, to })
  return { code, message, params }
}
const inEnglish = (refusal: Parameters<typeof moveOf>[0]) => {
  const move = moveOf(refusal)
  return move && moveInEnglish(move, statesEn)
}

describe("statuses in a refusal have the portal's names", () => {
  test.each([
    [refused('item', 'CANCELLED', 'CANCELLED'), 'This item is cancelled already.'],
    [
      refused('item', 'IN_PRODUCTION', 'CANCELLED'),
      'This item is “In production” and cannot become “Cancelled”.',
    ],
    [refused('Postbatch', 'CANCELLED', 'CANCELLED'), 'This mailing is cancelled already.'],
    [refused('run', 'HANDED_TO_PRINTER', 'OPEN'), 'This run is “In production” and cannot become “Open”.'],
  ])('in English: %o', (refusal, sentence) => {
    expect(inEnglish(refusal)).toBe(sentence)
  })

  test('even if the sentence was stored without its values', () => {
    const { code, message } = refused('item', 'CANCELLED', 'CANCELLED')
    expect(inEnglish({ code, message })).toBe('This item is cancelled already.')
  })

  test('but other sentences are unchanged', () => {
    const refusal = { code: 'invalid_state', message: 'This item is HELD and cannot be approved.' }
    expect([inEnglish(refusal), inEnglish({ ...refusal, code: 'later' })]).toEqual([undefined, undefined])
  })

  test.each([
    ['This item is CANCELLED and cannot be approved.', 'This item is “Cancelled” and cannot be approved.'],
    ['This run is COMPLETED: no printer can have it.', 'This run is “Completed”: no printer can have it.'],
    [
      'This Postbatch is DRAFT and does not wait for an approval: only one that is VALIDATED is rejected.',
      'This Postbatch is “Draft” and does not wait for an approval: only one that is “Waits for approval” is rejected.',
    ],
    ['This template is ARCHIVED already.', 'This template is “Archived” already.'],
    ['This render is PROCESSING: it has no file.', 'This render is “processing”: it has no file.'],
    ['Upload a PDF or an XLSX, with the SHA256SUMS.', 'Upload a PDF or an XLSX, with the SHA256SUMS.'],
  ])('in any sentence in English: %s', (message, sentence) => {
    const refusal = { code: 'invalid_state', message, params: { status: 'PROCESSING' } }
    expect(wordedStates(refusal, statesEn)).toBe(sentence)
  })

  test.each([
    ['no_mail', '“RETURNED” says that nothing is to be sent to this recipient.'],
    ['unknown_column', 'The file has no column ACTIVE. It has: NAME, ACTIVE, OPEN.'],
  ])('but not in text that users wrote: %s', (code, message) => {
    expect(wordedStates({ code, message }, statesEn)).toBe(message)
  })

  test.each([
    [refused('item', 'CANCELLED', 'CANCELLED'), 'Dit poststuk is al geannuleerd.'],
    [refused('Postbatch', 'CANCELLED', 'CANCELLED'), 'Deze mailing is al geannuleerd.'],
    [refused('ticket', 'CLOSED', 'CLOSED'), 'Dit ticket is al gesloten.'],
    [refused('item', 'IN_PRODUCTION', 'CANCELLED'), 'Dit kan nu niet (poststuk, nu: in productie).'],
  ])('in Dutch: %o', (refusal, sentence) => {
    expect(inDutch(refusal, statesNl)).toBe(sentence)
  })
})
