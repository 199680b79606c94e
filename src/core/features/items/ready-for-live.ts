import type { Recipient } from '../../address/schema.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { firstFindings } from '../../engine/first-findings.ts'
import type { Services } from '../../engine/services.ts'
import type { Config } from '../../kernel/config.ts'
import { asError, type Problem, problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import { canonicalJson } from '../../kernel/json.ts'
import { isReachable } from '../../kernel/reachable.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { LiveFinding } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'
import { builtInsOf } from '../../template/tags.ts'
import { printerAtScheduling, shopOf } from '../printers/choice.ts'
import { printingHold } from '../printers/printing-hold.ts'
import type { Mailing } from './mailing.ts'
import { itemProblems, liveSentences, waitSentences } from './sentences.ts'
import { returnAddressFor } from './validate.ts'

/** The printed parts of a live mailing that depend on settings. */
interface Intent {
  mailing: Pick<Mailing, 'name' | 'postflowId' | 'postbatchId' | 'trackingTargetUrl'>
  templateVersionId: string
  /** Built-in URLs that the template version prints: `trackingUrl`, `optOutUrl`. */
  links: readonly string[]
  returnAddress: Recipient | undefined
}

/** Returns everything that prevents a mailing from being sent live. Test mail needs no check. */
export const liveFindings = (
  config: Pick<Config, 'baseUrl' | 'baseUrlIsChosen'>,
  { mailing, templateVersionId, links, returnAddress }: Intent,
): LiveFinding[] => {
  const { name, postflowId, postbatchId, trackingTargetUrl } = mailing
  const mailingName = name
  const found = (field: LiveFinding['field'], sentence: Sentence<LiveFinding['code']>): LiveFinding => ({
    ...sentence,
    field,
    postflowId,
    postbatchId,
    templateVersionId,
  })
  const findings: LiveFinding[] = []
  if (links.length > 0 && !isReachable(config)) {
    const values = { templateVersionId, mailingName, links: links.join(','), baseUrl: config.baseUrl }
    findings.push(found('baseUrl', liveSentences.sentence('base_url_unreachable', values)))
  }
  if (links.includes('trackingUrl') && trackingTargetUrl === null) {
    const sentence = liveSentences.sentence('tracking_target_missing', { templateVersionId, mailingName })
    findings.push(found('trackingTargetUrl', sentence))
  }
  if (returnAddress === undefined) {
    findings.push(found('returnAddressId', liveSentences.sentence('return_address_missing', { mailingName })))
  }
  return findings
}

/** Returns the `liveFindings` of a mailing with its present template version and return address. */
export const findingsOfMailing = async (
  config: Services['config'],
  rows: Rows,
  organisationId: string,
  mailing: Mailing,
): Promise<LiveFinding[]> => {
  const { templateVersionId, returnAddressId } = mailing
  const version = await rows.templateVersions.get({ organisationId }, templateVersionId)
  if (!version) throw new Error(`${mailing.name} has no template version.`)
  const returnAddress = await returnAddressFor(rows, organisationId, returnAddressId)
  const links = builtInsOf(version.document)
  return liveFindings(config, { mailing, templateVersionId, links, returnAddress })
}

/** Throws 409 `not_ready_for_live` with all reasons if a live mailing may not start. */
export const assertReadyForLive = async (
  { services, rows, scope }: Pick<WriteContext, 'services' | 'rows' | 'scope'>,
  mailing: Mailing,
): Promise<void> => {
  if (scope.mode === 'test') return
  const findings = await findingsOfMailing(services.config, rows, scope.organisationId, mailing)
  if (findings.length > 0) throw notReady(findings)
}

export const notReady = (findings: readonly LiveFinding[]): Problem =>
  problem(itemProblems.sentence('not_ready_for_live', { reasons: firstFindings(findings) }), {
    errors: findings.map((found) => asError(found, found.field)),
  })

/** Returns a return address in canonical form, for comparison; null without one. */
export const senderOf = (address: Recipient | undefined): string | null =>
  address === undefined ? null : canonicalJson(address)

/**
 * Returns a warning for each reason why live items to these countries would be rendered and then wait instead
 * of being printed. Approving is still allowed: runs are handed over once the reason is gone.
 */
export const waitsOf = async (
  { rows, services, organisation }: Pick<ReadContext, 'rows' | 'services' | 'organisation'>,
  specification: Pick<SpecificationRow, 'id' | 'sheet'>,
  countries: readonly string[],
): Promise<Finding[]> => {
  const waits: Finding[] = []
  if (await printingHold(rows)) waits.push(finding('warning', waitSentences.sentence('live_printing_held')))
  if (services.printPartners.live.available === false) {
    const shop = await shopOf(services.caches, rows)
    const run = { organisationId: organisation.id, specification }
    // Null stands for the printer in the server's settings.
    const isLacking = (country: string) => printerAtScheduling(shop, { ...run, country }) === null
    if (countries.some(isLacking)) waits.push(finding('warning', waitSentences.sentence('no_live_printer')))
  }
  return waits
}
