import { doubtSentences } from '../../address/doubt-sentences.ts'
import { shownValue } from '../../address/doubtful-values.ts'
import { directionControlsIn, recipientName } from '../../address/index.ts'
import {
  type Salutation,
  type SalutationDoubt,
  salutationOf,
  withoutComma,
} from '../../address/salutation/salutation.ts'
import { isFormAlone } from '../../address/salutation/values.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { characterCount, memoisedByObject } from '../../kernel/text.ts'
import type { ItemRow } from '../../model/items.ts'
import type { TemplateDocument, TemplateVariable } from '../../template/document.ts'
import { decimalsOf, isValueOf } from '../../template/field-values.ts'
import { formsAlone, type Letter, salutationLines } from '../../template/salutation-lines.ts'
import { isBlank, printsSalutation, requiredVariables, salutationFields } from '../../template/tags.ts'
import { itemFindings } from './sentences.ts'

/** Merge fields that a template document declares and requires. */
export interface MergeFields {
  variables: ReadonlyMap<string, TemplateVariable>
  required: ReadonlySet<string>
  /** Whether `{{salutation}}` is composed from fields that the document need not declare. */
  printsSalutation: boolean
  /** Lines in which other fields may be the salutation. */
  letter: Letter
}

/** Documents of published versions are immutable and cached, so their tags are parsed once. */
export const mergeFieldsOf = memoisedByObject(
  (document: TemplateDocument): MergeFields => ({
    variables: new Map(Object.entries(document.variables)),
    printsSalutation: printsSalutation(document),
    letter: { locale: document.locale, lines: salutationLines(document) },
    required: new Set(requiredVariables(document)),
  }),
)

/**
 * Returns findings for fields that are missing, too long or of the wrong type, and a warning for each unknown
 * field.
 */
export const checkData = (
  { variables, required, printsSalutation: isComposed }: MergeFields,
  data: Readonly<Record<string, string>>,
): Finding[] => {
  const findings: Finding[] = []
  for (const name of required) {
    if (!Object.hasOwn(data, name) || isBlank(data[name]!)) {
      findings.push(at(name, itemFindings.sentence('variable_missing.field', { name })))
    }
  }
  for (const [name, value] of Object.entries(data)) {
    const variable = variables.get(name)
    if (!variable && isComposed && salutationFields.includes(name)) continue
    if (!variable) {
      findings.push(at(name, itemFindings.sentence('variable_unknown', { name }), 'warning'))
    } else if (!isBlank(value)) {
      const characters = directionControlsIn(value)
      if (characters !== '')
        findings.push(at(name, itemFindings.sentence('direction_controls', { name, characters }), 'warning'))
      findings.push(...checkValue(name, variable, value))
    }
  }
  return findings
}

const checkValue = (name: string, variable: TemplateVariable, value: string): Finding[] => {
  const { type, maxLength } = variable
  const length = characterCount(value)
  if (length > maxLength)
    return [at(name, itemFindings.sentence('variable_too_long', { name, length, limit: maxLength }))]
  if (isValueOf(variable, value)) return []
  if (type !== 'decimal' && type !== 'money')
    return [at(name, itemFindings.sentence('variable_invalid.kind', { name, type }))]
  return [
    at(name, itemFindings.sentence('variable_invalid.number', { name, decimals: decimalsOf(variable) })),
  ]
}

const at = (name: string, sentence: Sentence, severity: Finding['severity'] = 'error'): Finding =>
  finding(severity, sentence, { field: `data.${name}` })

type Content = Pick<ItemRow, 'data' | 'recipient'>

/** Composes an item's salutation. `letterSalutation` is printed as given, without its comma. */
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

/** Returns the merge fields as printed, with the composed salutation if the document prints it. */
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

/** Returns a warning for each given value that the salutation doesn't follow. */
export const checkSalutation = (content: Content, document: TemplateDocument): Finding[] => {
  if (!mergeFieldsOf(document).printsSalutation) return []
  const { text, doubts } = composeSalutation(content, document)
  return doubts.map((doubt) => {
    const [field, sentence] = sentenceOf[doubt]
    const given = Object.hasOwn(content.data, field) ? content.data[field]! : ''
    const found = itemFindings.sentence(sentence, { given, printed: text })
    return finding('warning', found, { field: `data.${field}` })
  })
}

/**
 * Returns a warning for each place that prints only a form of address, unless the sender confirmed the item.
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
        finding('warning', doubtSentences.sentence('form_of_address.value', { value: shownValue(text) }), {
          field: variable === 'recipientName' ? 'recipient.name' : `data.${variable}`,
        }),
      )
