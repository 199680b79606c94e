import type { XmlElement } from '../../../ports/xml.ts'

type Part = XmlElement | undefined | false

/** An element around others; undefined where all of them are absent. */
export const group = (name: string, ...parts: readonly Part[]): XmlElement | undefined => {
  const children = parts.filter((part): part is XmlElement => Boolean(part))
  return children.length === 0 ? undefined : { name, children }
}

/** A business entity (`ram:…`) around others. */
export const ram = (name: string, ...parts: readonly Part[]): XmlElement | undefined =>
  group(`ram:${name}`, ...parts)

/** An element with a text; undefined for an absent value. */
export const value = (
  name: string,
  text: string | null | undefined,
  attributes?: XmlElement['attributes'],
): XmlElement | undefined =>
  text === null || text === undefined || text === ''
    ? undefined
    : { name: `ram:${name}`, text, ...(attributes ? { attributes } : {}) }

/** A day: format 102 of UN/CEFACT, `20260401`. References to documents write it in another namespace. */
export const day = (namespace: 'udt' | 'qdt', date: string): XmlElement => ({
  name: `${namespace}:DateTimeString`,
  attributes: { format: '102' },
  text: date.replaceAll('-', ''),
})
