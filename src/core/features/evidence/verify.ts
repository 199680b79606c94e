import * as v from 'valibot'
import { fromBase64, toHex } from '../../kernel/bytes.ts'
import { canonicalJson } from '../../kernel/json.ts'
import type { Crypto } from '../../ports/crypto.ts'
import type { PageRange } from '../../ports/renderer.ts'
import { type Evidence, type EvidenceBundle, evidenceBundleSchema, evidenceType } from './schema.ts'

/** `open`: the claim can't be checked with the given material. */
export interface EvidenceCheck {
  name: string
  result: 'holds' | 'fails' | 'open'
  detail: string
}

export interface EvidenceVerdict {
  /** True if no check fails. Without a trusted key the signer's identity stays open. */
  holds: boolean
  checks: EvidenceCheck[]
  evidence?: Evidence
}

/** The material against which the bundle is checked. */
export interface EvidenceWitnesses {
  /** Raw public keys that the verifier trusts. */
  publicKeys?: readonly Uint8Array[]
  /** Reads a file of the package by name; undefined if it doesn't exist. */
  packageFile?(name: string): Promise<Uint8Array | undefined>
  /** A document that is claimed to be the printed one. */
  pdf?: Uint8Array
}

export interface EvidenceTools {
  crypto: Pick<Crypto, 'sha256' | 'verify'>
  /** Like `Renderer.extract`; rejects for any other file. */
  extract(part: Uint8Array, range: PageRange): Promise<{ pdf: Uint8Array; content: Uint8Array }>
}

type Check = (name: string, holds: boolean, good: string, bad: string) => boolean

/**
 * Checks the signature, consistency and, if given, the package and a document. Needs no server, data folder
 * or network.
 */
export const verifyEvidence = async (
  tools: EvidenceTools,
  bundle: unknown,
  witnesses: EvidenceWitnesses = {},
): Promise<EvidenceVerdict> => {
  const checks: EvidenceCheck[] = []
  const check: Check = (name, holds, good, bad) => {
    checks.push({ name, result: holds ? 'holds' : 'fails', detail: holds ? good : bad })
    return holds
  }
  const parsed = v.safeParse(evidenceBundleSchema, bundle)
  const wrong = parsed.success
    ? []
    : [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? 'the file'))]
  if (
    !check('format', parsed.success, `${evidenceType}, complete`, `Missing or invalid: ${wrong.join(', ')}.`)
  )
    return { holds: false, checks }
  const { evidence, signature } = parsed.output as EvidenceBundle
  // The signature covers all fields of the file, including those that parsing drops.
  checkSignature(tools, check, checks, (bundle as EvidenceBundle).evidence, signature, witnesses.publicKeys)
  checkItem(tools, check, evidence)
  checkLedger(check, evidence)
  if (witnesses.packageFile) await checkPackage(tools, check, evidence, witnesses.packageFile)
  if (witnesses.pdf) await checkDocument(tools, check, evidence, witnesses.pdf)
  return { holds: checks.every(({ result }) => result !== 'fails'), checks, evidence }
}

const checkSignature = (
  { crypto }: EvidenceTools,
  check: Check,
  checks: EvidenceCheck[],
  signed: unknown,
  { keyId, publicKey, value }: EvidenceBundle['signature'],
  trusted: EvidenceWitnesses['publicKeys'],
): void => {
  const key = fromBase64(publicKey) ?? new Uint8Array()
  const good = crypto.verify(
    key,
    new TextEncoder().encode(canonicalJson(signed)),
    fromBase64(value) ?? new Uint8Array(),
  )
  check(
    'signature',
    good,
    `Ed25519 by the key ${keyId}`,
    'The evidence does not match the signature of this key.',
  )
  check(
    'key id',
    toHex(crypto.sha256(key)).startsWith(keyId) && keyId.length === 16,
    keyId,
    `The public key is not the key ${keyId}.`,
  )
  if (trusted) {
    check(
      'signer',
      trusted.some((one) => toHex(one) === toHex(key)),
      'Signed by a key that you trust.',
      'Signed by a key that you do not trust.',
    )
    return
  }
  checks.push({
    name: 'signer',
    result: 'open',
    detail: `The owner of the key ${keyId} was not checked. Save the server’s /v1/meta/signing-keys and pass it as --public-key.`,
  })
}

/** Checks that the parts of the evidence belong together. */
const checkItem = (
  { crypto }: EvidenceTools,
  check: Check,
  { item, template, run, printed, package: handedOver }: Evidence,
): void => {
  const row = printed.manifestRow
  if (row) {
    check(
      'manifest row',
      toHex(crypto.sha256(canonicalJson(row))) === printed.manifestRowSha256,
      'The digest matches the row.',
      'The digest does not match the row.',
    )
  }
  const same =
    printed.id === item.id &&
    (!row ||
      (row.id === item.id &&
        row.templateVersionId === template.versionId &&
        row.part === printed.part.name &&
        row.sha256 === printed.sha256 &&
        row.sequence === printed.sequence &&
        row.firstPage === printed.firstPage &&
        row.pageCount === printed.pageCount))
  check('item', same, item.id, 'Item, manifest row and template version do not belong together.')
  const history = item.history.map(({ status }) => status)
  check(
    'production',
    history.includes('IN_PRODUCTION') && run.handedToPrinterAt !== null && history.at(-1) === item.status,
    `Handed to the printer at ${run.handedToPrinterAt}; now ${item.status}.`,
    'Its history has no production, or does not end with its status.',
  )
  check(
    'package sums',
    toHex(crypto.sha256(handedOver.sums)) === handedOver.sumsSha256 &&
      sumsOf(handedOver.sums).get(printed.part.name) === printed.part.sha256,
    `${printed.part.name} is in the package with this digest.`,
    `The package’s sums do not contain ${printed.part.name} with this digest.`,
  )
}

const givenBack: readonly string[] = ['NOT_SENT', 'FAILED']

/** Captures less refunds must equal the price, or zero if the item was not sent, is a test or own mail. */
const checkLedger = (check: Check, { item, ledger }: Evidence): void => {
  const sum = (kind: string) =>
    ledger.reduce((cents, entry) => cents + (entry.kind === kind ? entry.amountCents : 0), 0)
  const spent = sum('CAPTURE') - sum('REFUND')
  const isFree = item.isTest || item.isOwnMail === true
  const due = isFree || givenBack.includes(item.status) ? 0 : item.priceCents
  check(
    'ledger',
    spent === due && ledger.every((entry) => entry.amountCents > 0 && entry.currency === item.currency),
    item.isTest
      ? 'A test item costs nothing.'
      : item.isOwnMail
        ? 'Own mail: the organisation prints it itself at no charge.'
        : `${spent} cents ${item.currency}, consistent with its status.`,
    `The entries sum to ${spent} cents instead of ${due}.`,
  )
}

const checkPackage = async (
  tools: EvidenceTools,
  check: Check,
  evidence: Evidence,
  packageFile: NonNullable<EvidenceWitnesses['packageFile']>,
): Promise<void> => {
  const { printed, package: handedOver } = evidence
  const own = await packageFile('SHA256SUMS')
  check(
    'package list',
    own !== undefined && new TextDecoder().decode(own) === handedOver.sums,
    'SHA256SUMS matches the evidence.',
    own ? 'SHA256SUMS differs from the evidence.' : 'SHA256SUMS is missing.',
  )
  for (const [name, sum] of sumsOf(handedOver.sums)) {
    const bytes = await packageFile(name)
    const holds = bytes !== undefined && toHex(tools.crypto.sha256(bytes)) === sum
    check(
      `package ${name}`,
      holds,
      'Unchanged since the hand-over.',
      bytes ? 'It was changed.' : 'It is missing.',
    )
    if (!holds || !bytes) continue
    if (name === 'manifest.json') checkManifest(tools, check, evidence, bytes)
    if (name === printed.part.name)
      await checkPages(tools, check, 'pages in the package', evidence, bytes, printed)
  }
}

const checkManifest = (
  tools: EvidenceTools,
  check: Check,
  { printed }: Evidence,
  bytes: Uint8Array,
): void => {
  const rows = (JSON.parse(new TextDecoder().decode(bytes)) as { items: { id: string }[] }).items
  const row = rows.find(({ id }) => id === printed.id)
  check(
    'row in the package',
    row !== undefined && toHex(tools.crypto.sha256(canonicalJson(row))) === printed.manifestRowSha256,
    'manifest.json contains this row.',
    'manifest.json contains a different row for this item, or none.',
  )
}

const checkDocument = async (
  tools: EvidenceTools,
  check: Check,
  evidence: Evidence,
  pdf: Uint8Array,
): Promise<void> => {
  const { document, pageCount } = evidence.printed
  if (document) {
    check(
      'document',
      toHex(tools.crypto.sha256(pdf)) === document.sha256,
      'Identical to the document of this item.',
      'The file differs from the document of this item.',
    )
  }
  await checkPages(tools, check, 'pages', evidence, pdf, { firstPage: 1, pageCount })
}

/** Checks that the given pages of the document have the printed drawing instructions. */
const checkPages = async (
  { crypto, extract }: EvidenceTools,
  check: Check,
  name: string,
  { template, printed, run, item }: Evidence,
  pdf: Uint8Array,
  { firstPage, pageCount }: Pick<PageRange, 'firstPage' | 'pageCount'>,
): Promise<void> => {
  let detail = 'The pages have different contents.'
  let holds = false
  try {
    const range = { firstPage, pageCount, title: item.id, createdAt: Date.parse(run.cutoffAt) }
    const { content } = await extract(pdf, { ...range, contentId: printed.sha256 })
    const text = new TextEncoder().encode(template.layerSha256)
    const drawn = new Uint8Array(text.length + content.length)
    drawn.set(text)
    drawn.set(content, text.length)
    holds = toHex(crypto.sha256(drawn)) === printed.sha256
  } catch (error) {
    detail = `The pages cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
  check(name, holds, 'The pages have the contents rendered for this item.', detail)
}

/** Digests by file name. */
const sumsOf = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const match = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line)
      return match ? [[match[2]!, match[1]!]] : []
    }),
  )
