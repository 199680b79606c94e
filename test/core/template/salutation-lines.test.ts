import { expect, test } from 'vitest'
import type { TemplateDocument } from '../../../src/core/template/document.ts'
import { formsAlone, salutationLines } from '../../../src/core/template/salutation-lines.ts'
import { greetingCard } from '../../support/greeting-card.ts'

const documentOf = (text: string, variables: Record<string, unknown> = {}, showIf?: unknown) => {
  const card = greetingCard(text)
  const [front, back] = card.pages
  const [element] = front!.elements
  const pages = [{ ...front, elements: [{ ...element, ...(showIf ? { showIf } : {}) }] }, back]
  return { ...card, locale: 'nl-NL', variables, pages } as unknown as TemplateDocument
}
const aloneIn = (document: TemplateDocument, values: Record<string, string>) =>
  formsAlone({ locale: document.locale, lines: salutationLines(document) }, values).map(
    ({ variable }) => variable,
  )

const form = { aanhef: 'Dhr.', naam: '' }
test.each<[string, Record<string, string>, string[]]>([
  ['{{aanhef}},', form, ['aanhef']],
  ['{{aanhef}}, wij nodigen u uit.', form, ['aanhef']],
  ['Beste {{aanhef}} {{naam | ""}},\nWelkom.', form, ['aanhef']],
  ['{{aanhef}}:', form, ['aanhef']],
  ['Beste {{aanhef}}!', form, ['aanhef']],
  ['Welkom.\n{{aanhef}},\n{{aanhef}}, tot ziens', form, ['aanhef', 'aanhef']],
  ['{{recipientName}},', { recipientName: 'Mevr.' }, ['recipientName']],
  ['Beste {{aanhef}} {{naam}},', { aanhef: 'Dhr.', naam: 'de Vries' }, []],
  ['Geachte {{aanhef}},', { aanhef: 'heer' }, []],
  ['{{aanhef}}', form, []],
  ['{{aanhef}}\n{{naam | ""}}', form, []],
  ['Dhr.,', form, []],
  ['{{naam | "Dhr."}},', form, []],
  ['{{constructor | "x"}},', {}, []],
])('%j with %j', (text, values, expected) => {
  expect(aloneIn(documentOf(text), values)).toEqual(expected)
})

test('a composed salutation does not count, but a merge field of that name does', () => {
  const values = { salutation: 'Dhr.' }
  expect(aloneIn(documentOf('{{salutation}},'), values)).toEqual([])
  expect(aloneIn(documentOf('{{salutation}},', { salutation: {} }), values)).toEqual(['salutation'])
})

test('a text that is not printed does not count', () => {
  const shownFor = (value: string) => documentOf('{{aanhef}},', {}, { var: 'naam', op: 'eq', value })
  expect(aloneIn(shownFor('x'), form)).toEqual([])
  expect(aloneIn(shownFor(''), form)).toEqual(['aanhef'])
})
