import { words as w } from 'words:integrations'
import type { Schemas } from '../../../api/client.ts'

type Connector = Schemas['Connector']
type Rule = Schemas['ConnectorMappingRule']
export type Transform = NonNullable<Rule['transform']>
export type Source = 'path' | 'value'

/** The source of one field as edited in the form. */
export class FieldDraft {
  readonly target: string
  source = $state<Source>('path')
  /** One path, or several joined with ` + `. */
  path = $state('')
  value = $state('')
  fallback = $state('')
  transform = $state<Transform | ''>('')

  constructor(target: string, rule?: Rule) {
    this.target = target
    if (!rule) return
    this.source = rule.value === undefined ? 'path' : 'value'
    this.path = [rule.path ?? []].flat().join(' + ')
    this.value = rule.value ?? ''
    this.fallback = rule.default ?? ''
    this.transform = rule.transform ?? ''
  }

  /** Returns the API's rule; undefined for an empty field. */
  get rule(): Rule | undefined {
    const transform = this.transform ? { transform: this.transform } : {}
    if (this.source === 'value') return { value: this.value }
    if (this.path.trim() === '') return undefined
    const places = placesOf(this.path)
    const path = places.length === 1 ? places[0]! : places
    return { path, ...(this.fallback ? { default: this.fallback } : {}), ...transform }
  }
}

/** Splits a text into its paths, which `+` separates. */
export const placesOf = (text: string): string[] =>
  text
    .split('+')
    .map((place) => place.trim())
    .filter(Boolean)

const addressFields = [
  ...['name', 'companyName', 'street', 'houseNumber', 'houseNumberSuffix', 'addressLine2'],
  ...['postalCode', 'city', 'region', 'country'],
] as const

/** Returns the label of an item field. */
export const targetName = (target: string): string => {
  if (target === 'reference') return w().reference
  if (target === 'sendOn') return w().sendOn
  const [group, ...rest] = target.split('.')
  const name = rest.join('.')
  if (group === 'recipient') return w().recipient[name as keyof Schemas['Recipient']] ?? target
  return group === 'data' ? w().merge({ name }) : w().metadata({ name })
}

type Signing = 'none' | 'keep' | 'own'

/** A connector as edited in the form. */
export class ConnectorDraft {
  name = $state('')
  postflowId = $state('')
  /** Empty for a custom mapping. */
  presetId = $state('')
  fields = $state<FieldDraft[]>([])
  idempotencyPath = $state('')
  signing = $state<Signing>('none')
  header = $state('')
  encoding = $state<Schemas['SignatureEncoding']>('hex')
  prefix = $state('')
  secret = $state('')

  constructor(connector?: Connector) {
    const mapping = connector?.mapping ?? {}
    const targets = [...addressFields.map((field) => `recipient.${field}`), 'reference', 'sendOn']
    const others = Object.keys(mapping).filter((target) => !targets.includes(target))
    this.fields = [...targets, ...others].map((target) => new FieldDraft(target, mapping[target]))
    if (!connector) return
    this.name = connector.name
    this.postflowId = connector.postflowId
    this.presetId = connector.presetId ?? ''
    this.idempotencyPath = connector.idempotencyPath ?? ''
    this.signing = connector.signature ? 'keep' : 'none'
  }

  add(target: string): void {
    if (this.fields.some((field) => field.target === target)) return
    this.fields = [...this.fields, new FieldDraft(target)]
  }

  get mapping(): Record<string, Rule> {
    const rules = this.fields.map(({ target, rule }) => [target, rule] as const)
    return Object.fromEntries(rules.filter((entry): entry is [string, Rule] => entry[1] !== undefined))
  }

  get signature(): Schemas['ConnectorSignatureInput'] | null {
    if (this.signing !== 'own') return null
    const { header, encoding, prefix, secret } = this
    return { header: header.trim(), encoding, prefix, secret }
  }

  /** Returns the API body; without `signature` if the stored one is kept. */
  get body(): Omit<Schemas['ConnectorCreate'], 'mapping' | 'presetId'> {
    return {
      name: this.name,
      postflowId: this.postflowId,
      ...(this.presetId ? { presetId: this.presetId } : { mapping: this.mapping }),
      idempotencyPath: this.idempotencyPath.trim() || null,
      ...(this.signing === 'keep' ? {} : { signature: this.signature }),
    }
  }
}
