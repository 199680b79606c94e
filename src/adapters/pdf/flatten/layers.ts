import type { PdfDocument } from '../reader/document.ts'
import { isDict, nameOf, type PdfDict, PdfRef, type PdfValue, textOf } from '../reader/objects.ts'

const MAX_DEPTH = 20

/**
 * The layers of a document (optional content) and whether they are printed: those that are visible by
 * default, adjusted by its print usage rules, except those marked as not for print.
 */
export class Layers {
  readonly #document: PdfDocument
  readonly #hidden: ReadonlySet<number>

  private constructor(document: PdfDocument, hidden: ReadonlySet<number>) {
    this.#document = document
    this.#hidden = hidden
  }

  /** Returns undefined if the document has no layers. */
  static of(document: PdfDocument): Layers | undefined {
    const properties = document.resolve(document.root.get('OCProperties'))
    return isDict(properties) ? new Layers(document, hiddenGroups(document, properties)) : undefined
  }

  /** True if content in a group or combination of groups is printed. */
  isPrinted(value: PdfValue | undefined): boolean {
    const dict = this.#document.resolve(value)
    if (!isDict(dict)) return true
    if (nameOf(dict.get('Type')) !== 'OCMD') return !(value instanceof PdfRef && this.#hidden.has(value.id))
    const expression = this.#document.resolve(dict.get('VE'))
    if (Array.isArray(expression)) return this.#evaluate(expression, 0)
    const given = this.#document.resolve(dict.get('OCGs'))
    if (given === null) return true
    // With an empty list, viewers show the content only under a policy that applies to all groups.
    const groups = refsOf(this.#document, dict.get('OCGs'))
    const shown = groups.filter(({ id }) => !this.#hidden.has(id)).length
    switch (nameOf(this.#document.resolve(dict.get('P')))) {
      case 'AllOn':
        return shown === groups.length
      case 'AnyOff':
        return shown < groups.length
      case 'AllOff':
        return shown === 0
      default:
        return shown > 0
    }
  }

  /**
   * Returns the name of a group that is not printed. For a combination, returns the names of its unprinted
   * groups, or of all groups if its rule hides it because others are visible.
   */
  namesOf(value: PdfValue | undefined): string[] {
    const dict = this.#document.resolve(value)
    if (!isDict(dict)) return []
    if (nameOf(dict.get('Type')) !== 'OCMD') return [textOf(this.#document.resolve(dict.get('Name')))]
    const combined = [...refsOf(this.#document, dict.get('OCGs')), ...this.#groupsIn(dict.get('VE'), 0)]
    const hidden = combined.filter(({ id }) => this.#hidden.has(id))
    const groups = hidden.length > 0 ? hidden : combined
    const names = groups.flatMap((group) => {
      const named = this.#document.resolve(group)
      return isDict(named) ? [textOf(this.#document.resolve(named.get('Name')))] : []
    })
    return names.length > 0 ? names : ['?']
  }

  #groupsIn(value: PdfValue | undefined, depth: number): PdfRef[] {
    const expression = this.#document.resolve(value)
    if (!Array.isArray(expression) || depth > MAX_DEPTH) return []
    return expression.flatMap((operand) =>
      Array.isArray(this.#document.resolve(operand))
        ? this.#groupsIn(operand, depth + 1)
        : operand instanceof PdfRef
          ? [operand]
          : [],
    )
  }

  #evaluate(expression: readonly PdfValue[], depth: number): boolean {
    if (depth > MAX_DEPTH) return true
    const [operator, ...operands] = expression
    const each = operands.map((operand) => {
      const value = this.#document.resolve(operand)
      return Array.isArray(value) ? this.#evaluate(value, depth + 1) : this.isPrinted(operand)
    })
    switch (nameOf(this.#document.resolve(operator))) {
      case 'And':
        return each.every(Boolean)
      case 'Or':
        return each.some(Boolean)
      case 'Not':
        return !each[0]
      default:
        return true
    }
  }
}

const hiddenGroups = (document: PdfDocument, properties: PdfDict): ReadonlySet<number> => {
  const groups = refsOf(document, properties.get('OCGs'))
  const read = document.resolve(properties.get('D'))
  const shown: PdfDict = isDict(read) ? read : new Map()
  const idsOf = (value: PdfValue | undefined) => refsOf(document, value).map(({ id }) => id)
  const hidden = new Set<number>()
  if (nameOf(document.resolve(shown.get('BaseState'))) === 'OFF') for (const { id } of groups) hidden.add(id)
  for (const id of idsOf(shown.get('ON'))) hidden.delete(id)
  for (const id of idsOf(shown.get('OFF'))) hidden.add(id)
  const wanted = intentsOf(document, shown)
  const managed = new Set(printRules(document, shown).flatMap((rule) => idsOf(rule.get('OCGs'))))
  for (const group of groups) {
    const dict = document.resolve(group)
    if (!isDict(dict)) continue
    const state = printState(document, dict)
    if (state === 'OFF') hidden.add(group.id)
    else if (state === 'ON' && managed.has(group.id)) hidden.delete(group.id)
    // Groups that only structure a design are never hidden.
    if (!shares(wanted, intentsOf(document, dict))) hidden.delete(group.id)
  }
  return hidden
}

const printRules = (document: PdfDocument, shown: PdfDict): PdfDict[] => {
  const rules = document.resolve(shown.get('AS'))
  return (Array.isArray(rules) ? rules : [])
    .map((rule) => document.resolve(rule))
    .filter(isDict)
    .filter((rule) => {
      const categories = [document.resolve(rule.get('Category'))].flat().map((one) => document.resolve(one))
      return (
        nameOf(document.resolve(rule.get('Event'))) === 'Print' &&
        categories.some((category) => nameOf(category) === 'Print')
      )
    })
}

const printState = (document: PdfDocument, group: PdfDict): string | undefined => {
  const usage = document.resolve(group.get('Usage'))
  const print = isDict(usage) ? document.resolve(usage.get('Print')) : null
  return isDict(print) ? nameOf(document.resolve(print.get('PrintState'))) : undefined
}

/** Returns the intents of a group or of the document's configuration; `View` by default. */
const intentsOf = (document: PdfDocument, dict: PdfDict): string[] => {
  const intents = [document.resolve(dict.get('Intent'))].flat().map((one) => nameOf(document.resolve(one)))
  const named = intents.filter((intent) => intent !== undefined)
  return named.length > 0 ? named : ['View']
}

const shares = (wanted: readonly string[], intents: readonly string[]): boolean =>
  wanted.includes('All') || intents.includes('All') || intents.some((intent) => wanted.includes(intent))

const refsOf = (document: PdfDocument, value: PdfValue | undefined): PdfRef[] => {
  const read = document.resolve(value)
  if (Array.isArray(read)) return read.filter((one) => one instanceof PdfRef)
  return value instanceof PdfRef && isDict(read) ? [value] : []
}
