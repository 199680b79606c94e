import { elementOfFinding, type Finding, type Sheet, type TemplateDocument } from '#lettershop/template'

/** The location of a finding: a page, an element or a document setting. */
export interface Place {
  /** 0-based. */
  page?: number
  element?: number
  setting?: string
}

/** Returns the location of a finding by its box or field. */
export const placeOf = (finding: Finding, document: TemplateDocument, sheet: Pick<Sheet, 'zones'>): Place => {
  if (finding.field !== undefined && finding.page === undefined) {
    return placeAt(`document.${finding.field}`)
  }
  if (finding.page === undefined) return {}
  const page = finding.page - 1
  const element = elementOfFinding(finding, document, sheet)
  return element === undefined ? { page } : { page, element }
}

/**
 * Parses the parameter of an API error: `document.pages[1].elements[4]`, `document.fonts[0]`,
 * `document.variables.name`.
 */
export const placeAt = (parameter: string): Place => {
  const page = /^document\.pages(?:\[(\d+)\]|\.(\d+))(?:\.elements(?:\[(\d+)\]|\.(\d+)))?/.exec(parameter)
  if (page) {
    const element = page[3] ?? page[4]
    return {
      page: Number(page[1] ?? page[2]),
      ...(element === undefined ? {} : { element: Number(element) }),
    }
  }
  const setting = /^document\.([A-Za-z]+)/.exec(parameter)?.[1]
  return setting === undefined ? {} : { setting }
}
