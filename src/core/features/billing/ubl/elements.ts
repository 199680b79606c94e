import type { XmlElement } from '../../../ports/xml.ts'

type Part = XmlElement | undefined | false

/** A basic component (`cbc:ID`); undefined for an absent value, because UBL allows no empty elements. */
export const basic = (
  name: string,
  text: string | null | undefined,
  attributes?: XmlElement['attributes'],
): XmlElement | undefined =>
  text === null || text === undefined || text === ''
    ? undefined
    : { name: `cbc:${name}`, text, ...(attributes ? { attributes } : {}) }

/** An aggregate component (`cac:Party`); undefined where all of its parts are absent. */
export const aggregate = (name: string, ...parts: readonly Part[]): XmlElement | undefined => {
  const children = present(parts)
  return children.length === 0 ? undefined : { name: `cac:${name}`, children }
}

export const present = (parts: readonly Part[]): XmlElement[] =>
  parts.filter((part): part is XmlElement => Boolean(part))
