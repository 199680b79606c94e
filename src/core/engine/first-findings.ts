import { plainSentence, type Sentence } from '../kernel/sentences.ts'
import { moreFindings } from './sentences.ts'

const most = 3

/** Returns the first three findings, followed by a sentence that counts any others. */
export const firstFindings = (findings: readonly Sentence[]): readonly Sentence[] => {
  const left = findings.length - most
  const first = findings.slice(0, most).map(plainSentence)
  return left > 0 ? [...first, moreFindings.sentence('findings_more', { left })] : first
}

export const findingsText = (findings: readonly Sentence[]): string =>
  firstFindings(findings)
    .map(({ message }) => message)
    .join(' ')
