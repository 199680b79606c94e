import type { Answered } from './client.ts'

interface Violation {
  location: string[]
  severity: string
  message: string
}

/** How often Prism found anything to say, of refused requests too: never would mean that it does not look. */
export const prismSpoke = { times: 0 }

/** Where an answer is not as the document says, or where what the document forbids was done all the same. */
export const violationsOf = ({ status, headers }: Answered): string | undefined => {
  const told = headers['sl-violations']
  if (typeof told !== 'string') return undefined
  prismSpoke.times++
  const violations = (JSON.parse(told) as Violation[]).filter(
    ({ location, severity }) => severity === 'Error' && (location[0] === 'response' || status < 300),
  )
  if (violations.length === 0) return undefined
  return violations.map(({ location, message }) => `${location.join('.')}: ${message}`).join('; ')
}
