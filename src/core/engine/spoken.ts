import { type Said, saidAlone } from '../kernel/sentences.ts'
import { spokenSentences } from './sentences.ts'

const most = 3

/** The first findings, and how many more there are. */
export const spoken = (findings: readonly Said[]): readonly Said[] => {
  const left = findings.length - most
  const first = findings.slice(0, most).map(saidAlone)
  return left > 0 ? [...first, spokenSentences.say('findings_more', { left })] : first
}

/** The same in words. */
export const wordsOf = (findings: readonly Said[]): string =>
  spoken(findings)
    .map(({ message }) => message)
    .join(' ')
