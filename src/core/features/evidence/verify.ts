import * as v from 'valibot'
import { fromBase64, toHex } from '../../kernel/bytes.ts'
import { canonicalJson } from '../../kernel/json.ts'
import type { Crypto } from '../../ports/crypto.ts'
import type { PageRange } from '../../ports/renderer.ts'
import { type Evidence, type EvidenceBundle, evidenceBundleSchema, evidenceType } from './schema.ts'

/** One claim of the evidence and its result. `open`: it cannot be checked with what was given. */
export interface EvidenceCheck {
  name: string
  result: 'holds' | 'fails' | 'open'
  detail: string
}

export interface EvidenceVerdict {
  /** True where no check fails. Without a trusted key the signer's identity stays open. */
  holds: boolean
  checks: EvidenceCheck[]
  evidence?: Evidence
}

/** What the bundle can be checked against. */
export interface EvidenceWitnesses {
  /** Raw public keys that the reader trusts. */
  publicKeys?: readonly Uint8Array[]
  /** Reads a file of the package by name; undefined where there is no such file. */
  packageFile?(name: string): Promise<Uint8Array | undefined>
  /** A document that is claimed to be what was printed. */
  pdf?: Uint8Array
}

export interface EvidenceTools {
  crypto: Pick<Crypto, 'sha256' | 'verify'>
  /** Like `Renderer.extract`; rejects for any other file. */
  extract(part: Uint8Array, range: PageRange): Promise<{ pdf: Uint8Array; content: Uint8Array }>
}

type Check = (name: string, holds: boolean, good: string, bad: string) => boolean

/**
 * Checks evidence without a server, a data folder or the network: the signature, its consistency, and, where
 * they are given, the package and a document. The verdict names every check.
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
    !check(
      'format',
      parsed.success,
      `${evidenceType}, complete`,
      `Missing or misshapen: ${wrong.join(', ')}.`,
    )
  )
    return { holds: false, checks }
  const { evidence, signature } = parsed.output as EvidenceBundle
  // The signature covers the file's own text with all its fields, rather than the parsed value.
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
  check('signature', good, `Ed25519 by the key ${keyId}`, 'The evidence is not what this key signed.')
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
      'Signed by another key than those that you trust.',
    )
    return
  }
  checks.push({
    name: 'signer',
    result: 'open',
    detail: `Whose key ${keyId} is was not checked: save /v1/meta/signing-keys of the server and give it as --public-key.`,
  })
}

/** Whether the parts of the evidence belong together. */
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
      'Its digest is that of the row.',
      'The row is not the one that its digest was made of.',
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
    'Its history does not say that it went into production, or ends otherwise than its status.',
  )
  check(
    'package sums',
    toHex(crypto.sha256(handedOver.sums)) === handedOver.sumsSha256 &&
      sumsOf(handedOver.sums).get(printed.part.name) === printed.part.sha256,
    `${printed.part.name} is in the package with this digest.`,
    `The package’s sums do not name ${printed.part.name} with this digest.`,
  )
}

const givenBack: readonly string[] = ['NOT_SENT', 'FAILED']

/** Captures less refunds must equal the price, or zero where the item was not sent or nobody pays for it. */
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
        ? 'Own mail: its organisation prints for itself and pays nobody.'
        : `${spent} cents ${item.currency}, as its status says.`,
    `The entries make ${spent} cents, and a price of ${due} is due.`,
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
    'SHA256SUMS is the one in the evidence.',
    own ? 'SHA256SUMS is another one than in the evidence.' : 'SHA256SUMS is missing.',
  )
  for (const [name, sum] of sumsOf(handedOver.sums)) {
    const bytes = await packageFile(name)
    const holds = bytes !== undefined && toHex(tools.crypto.sha256(bytes)) === sum
    check(`package ${name}`, holds, 'As it was handed over.', bytes ? 'It was changed.' : 'It is missing.')
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
    'manifest.json has this row.',
    'manifest.json has another row for this item, or none.',
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
      'Byte for byte the document of this item.',
      'It is another file than the document of this item.',
    )
  }
  await checkPages(tools, check, 'pages', evidence, pdf, { firstPage: 1, pageCount })
}

/** Whether the pages have the drawing instructions that were printed, at any place in the document. */
const checkPages = async (
  { crypto, extract }: EvidenceTools,
  check: Check,
  name: string,
  { template, printed, run, item }: Evidence,
  pdf: Uint8Array,
  { firstPage, pageCount }: Pick<PageRange, 'firstPage' | 'pageCount'>,
): Promise<void> => {
  let detail = 'The pages draw something else.'
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
  check(name, holds, 'They draw what was drawn for this item.', detail)
}

/** The digests in `SHA256SUMS` by file name. */
const sumsOf = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const match = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line)
      return match ? [[match[2]!, match[1]!]] : []
    }),
  )
