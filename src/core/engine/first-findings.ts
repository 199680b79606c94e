import { type Said, saidAlone } from '../kernel/sentences.ts'
import { moreFindings } from './sentences.ts'

const most = 3

/** Returns the first findings and a sentence with the number of further ones. */
export const firstFindings = (findings: readonly Said[]): readonly Said[] => {
  const left = findings.length - most
  const first = findings.slice(0, most).map(saidAlone)
  return left > 0 ? [...first, moreFindings.say('findings_more', { left })] : first
}

/** Returns the first findings as text. */
export const findingsText = (findings: readonly Said[]): string =>
  firstFindings(findings)
    .map(({ message }) => message)
    .join(' ')
