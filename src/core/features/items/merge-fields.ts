import { directionControlsIn } from '../../address/index.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { Said } from '../../kernel/sentences.ts'
import { characterCount } from '../../kernel/text.ts'
import type { TemplateDocument, TemplateVariable } from '../../template/document.ts'
import { isValueOf } from '../../template/field-values.ts'
import { decimalsOf } from '../../template/printed-values.ts'
import { type Letter, salutationLines } from '../../template/salutation-lines.ts'
import { isBlank, printsSalutation, requiredVariables, salutationFields } from '../../template/tags.ts'
import { itemFindings } from './sentences.ts'

const { say } = itemFindings

/** The merge fields that a template document declares, and those that it requires. */
export interface MergeFields {
  variables: ReadonlyMap<string, TemplateVariable>
  required: ReadonlySet<string>
  /** Whether `{{salutation}}` is composed, from fields that the document need not declare. */
  printsSalutation: boolean
  /** Where other fields may be the salutation. */
  letter: Letter
}

/** Documents of published versions never change and are kept in memory, so their tags are parsed once. */
const known = new WeakMap<TemplateDocument, MergeFields>()

export const mergeFieldsOf = (document: TemplateDocument): MergeFields => {
  let fields = known.get(document)
  if (!fields) {
    fields = {
      variables: new Map(Object.entries(document.variables)),
      printsSalutation: printsSalutation(document),
      letter: { locale: document.locale, lines: salutationLines(document) },
      required: new Set(requiredVariables(document)),
    }
    known.set(document, fields)
  }
  return fields
}

/**
 * Findings for fields that are missing, too long or of the wrong type, and a warning for each unknown field.
 */
export const checkData = (
  { variables, required, printsSalutation: isComposed }: MergeFields,
  data: Readonly<Record<string, string>>,
): Finding[] => {
  const findings: Finding[] = []
  for (const name of required) {
    if (!Object.hasOwn(data, name) || isBlank(data[name]!)) {
      findings.push(at(name, say('variable_missing.field', { name })))
    }
  }
  for (const [name, value] of Object.entries(data)) {
    const variable = variables.get(name)
    if (!variable && isComposed && salutationFields.includes(name)) continue
    if (!variable) {
      findings.push(at(name, say('variable_unknown', { name }), 'warning'))
    } else if (!isBlank(value)) {
      const characters = directionControlsIn(value)
      if (characters !== '')
        findings.push(at(name, say('direction_controls', { name, characters }), 'warning'))
      findings.push(...checkValue(name, variable, value))
    }
  }
  return findings
}

const checkValue = (name: string, variable: TemplateVariable, value: string): Finding[] => {
  const { type, maxLength } = variable
  const length = characterCount(value)
  if (length > maxLength) return [at(name, say('variable_too_long', { name, length, limit: maxLength }))]
  if (isValueOf(variable, value)) return []
  if (type !== 'decimal' && type !== 'money') return [at(name, say('variable_invalid.kind', { name, type }))]
  return [at(name, say('variable_invalid.number', { name, decimals: decimalsOf(variable) }))]
}

const at = (name: string, said: Said, severity: Finding['severity'] = 'error'): Finding =>
  finding(severity, said, { field: `data.${name}` })
