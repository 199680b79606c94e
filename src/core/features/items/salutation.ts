import { doubtSentences } from '../../address/doubt-sentences.ts'
import { shownValue } from '../../address/doubtful-values.ts'
import { isFormAlone } from '../../address/form-alone.ts'
import { recipientName } from '../../address/index.ts'
import {
  type Salutation,
  type SalutationDoubt,
  salutationOf,
  withoutComma,
} from '../../address/salutation.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { formsAlone } from '../../template/salutation-lines.ts'
import { isBlank } from '../../template/tags.ts'
import { mergeFieldsOf } from './merge-fields.ts'
import { itemFindings } from './sentences.ts'

type Content = Pick<ItemRow, 'data' | 'recipient'>

/** The salutation of an item. `letterSalutation` is printed as it was given. */
export const composeSalutation = ({ data, recipient }: Content, document: TemplateDocument): Salutation => {
  const { name, companyName, country } = recipient
  const field = (key: string) => (Object.hasOwn(data, key) ? data[key] : undefined)
  const given = field('letterSalutation')
  if (given !== undefined && !isBlank(given)) {
    const text = withoutComma(given)
    return { text, doubts: isFormAlone(text, document.locale) ? ['FORM_ALONE'] : [] }
  }
  const parts = {
    ...{ name, companyName, country },
    ...{ salutation: field('salutation'), title: field('title'), sex: field('sex') },
    ...{ firstName: field('firstName'), lastName: field('lastName'), language: field('language') },
  }
  return salutationOf(parts, document.locale, document.formality)
}

/** The merge fields as they are printed: with the composed salutation, where the document prints it. */
export const printedData = (content: Content, document: TemplateDocument): ItemRow['data'] =>
  mergeFieldsOf(document).printsSalutation
    ? { ...content.data, salutation: composeSalutation(content, document).text }
    : content.data

const sentenceOf = {
  SALUTATION_UNKNOWN: ['salutation', 'salutation_unclear.salutation'],
  TITLE_UNKNOWN: ['title', 'salutation_unclear.title'],
  SEX_UNKNOWN: ['sex', 'salutation_unclear.sex'],
  SEX_CONFLICT: ['salutation', 'salutation_unclear.conflict'],
  LANGUAGE_UNKNOWN: ['language', 'salutation_unclear.language'],
  FORM_ALONE: ['letterSalutation', 'salutation_unclear.alone'],
  NAME_UNCLEAR: ['salutation', 'salutation_unclear.name'],
} as const satisfies Record<SalutationDoubt, readonly [string, string]>

/** A warning for each thing given that a salutation does not follow. */
export const checkSalutation = (content: Content, document: TemplateDocument): Finding[] => {
  if (!mergeFieldsOf(document).printsSalutation) return []
  const { text, doubts } = composeSalutation(content, document)
  return doubts.map((doubt) => {
    const [field, sentence] = sentenceOf[doubt]
    const given = Object.hasOwn(content.data, field) ? content.data[field]! : ''
    const said = itemFindings.say(sentence, { given, printed: text })
    return finding('warning', said, { field: `data.${field}` })
  })
}

/**
 * A warning for each place where fields print a form of address alone, unless the sender confirmed the item as it is.
 */
export const checkFormsAlone = (
  content: Content & Pick<ItemRow, 'addressOverride'>,
  document: TemplateDocument,
): Finding[] =>
  content.addressOverride
    ? []
    : formsAlone(mergeFieldsOf(document).letter, {
        recipientName: recipientName(content.recipient),
        ...content.data,
      }).map(({ variable, text }) =>
        finding('warning', doubtSentences.say('form_of_address.value', { value: shownValue(text) }), {
          field: variable === 'recipientName' ? 'recipient.name' : `data.${variable}`,
        }),
      )
