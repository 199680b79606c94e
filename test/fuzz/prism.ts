import type { Answered } from './http-client.ts'

interface Violation {
  location: string[]
  severity: string
  message: string
}

/** Number of answers with a report by Prism, of refused requests too: 0 means that it checks nothing. */
export const prismReports = { count: 0 }

/** Describes how an answer or an accepted request violates the document; undefined if neither does. */
export const violationsOf = ({ status, headers }: Answered): string | undefined => {
  const report = headers['sl-violations']
  if (typeof report !== 'string') return undefined
  prismReports.count++
  const violations = (JSON.parse(report) as Violation[]).filter(
    ({ location, severity }) => severity === 'Error' && (location[0] === 'response' || status < 300),
  )
  if (violations.length === 0) return undefined
  return violations.map(({ location, message }) => `${location.join('.')}: ${message}`).join('; ')
}
