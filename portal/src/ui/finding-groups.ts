import type { BoxMm } from '#lettershop/template'

/** The fields of a finding that a list needs. */
interface Found {
  severity: 'error' | 'warning'
  field?: string | undefined
  page?: number | undefined
  box?: BoxMm | undefined
}

/** Equal findings of one page, in order. */
export interface FindingGroup<Finding> {
  sentence: string
  findings: readonly [Finding, ...Finding[]]
}

/** Groups equal findings of a page; errors come first. */
export const groupsOf = <Finding extends Found>(
  findings: readonly Finding[],
  sentenceOf: (finding: Finding) => string,
): FindingGroup<Finding>[] => {
  const groups = new Map<string, { sentence: string; findings: [Finding, ...Finding[]] }>()
  for (const finding of findings) {
    const sentence = sentenceOf(finding)
    const key = JSON.stringify([finding.severity, finding.page, finding.field, sentence])
    const group = groups.get(key)
    if (group) group.findings.push(finding)
    else groups.set(key, { sentence, findings: [finding] })
  }
  return [...groups.values()]
}
