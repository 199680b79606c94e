import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { verifyEd25519 } from '../../src/adapters/system/ed25519.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import type { EvidenceCheck } from '../../src/core/features/evidence/verify.ts'
import { command, table } from '../cli/command.ts'
import { CommandFailure, exitCodes, failure } from '../cli/failure.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { execute } from '../control/execute.ts'
import { deferredLog } from '../instance/deferred-log.ts'
import { prepareInstance } from '../instance/existing-instance.ts'
import { reasonOf } from '../instance/folder.ts'
import { readPublicKeys, signingKeyToJson } from '../instance/keys/public-keys.ts'

export const evidenceVerify = command({
  name: 'lettershop evidence verify',
  description:
    'Verify signed evidence of a printed item, offline and without a data folder. Exit code 1 if a check fails',
  flags: {
    file: {
      type: 'positional',
      required: true,
      description: 'The answer of GET /v1/items/{id}/evidence; - reads standard input',
    },
    'public-key': {
      type: 'string',
      description: 'Trusted keys: the saved answer of /v1/meta/signing-keys, PEM, base64 or hex',
      valueHint: 'F',
    },
    package: {
      type: 'string',
      description: 'The folder of the print package to compare',
      valueHint: 'DIR',
    },
    pdf: { type: 'string', description: 'The document that was printed', valueHint: 'F' },
  },
  async run({ args, json }) {
    const { verifyEvidence } = await import('../../src/core/features/evidence/verify.ts')
    const { extractPages } = await import('../../src/adapters/pdf/export/pages.ts')
    const pdf = args.pdf === undefined ? undefined : await bytesOf('pdf', args.pdf)
    const folder = args.package
    const { holds, checks } = await verifyEvidence(
      {
        crypto: {
          sha256: (data) => new Uint8Array(createHash('sha256').update(data).digest()),
          verify: verifyEd25519,
        },
        extract: extractPages,
      },
      await readJson(args.file),
      {
        ...(args['public-key'] === undefined ? {} : { publicKeys: await trusted(args['public-key']) }),
        ...(folder === undefined ? {} : { packageFile: (name) => fileIn(folder, name) }),
        ...(pdf === undefined ? {} : { pdf }),
      },
    )
    if (holds) return { holds, checks }
    process.stdout.write(`${json ? JSON.stringify({ holds, checks }) : textOf(checks)}\n`)
    const wrong = checks.filter(({ result }) => result === 'fails').map(({ name }) => name)
    throw new CommandFailure({
      code: 'evidence_fails',
      detail: `Evidence checks failed: ${wrong.join(', ')}.`,
      exitCode: exitCodes.failed,
    })
  },
  text: ({ checks }) => textOf(checks),
})

const marks = { holds: 'holds', fails: 'FAILS', open: 'open ' } as const

const textOf = (checks: readonly EvidenceCheck[]): string => {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks
    .map(({ name, result, detail }) => `${marks[result]}  ${name.padEnd(width)}  ${detail}`)
    .join('\n')
}

const bytesOf = async (what: string, file: string): Promise<Uint8Array> => {
  try {
    return file === '-' ? readFileSync(0) : await readFile(file)
  } catch (error) {
    throw failure('usage', `${what}: ${file} cannot be read: ${reasonOf(error)}.`)
  }
}

const readJson = async (file: string): Promise<unknown> => {
  const bytes = await bytesOf('FILE', file)
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw failure('usage', `FILE: ${file} is not valid JSON: ${(error as Error).message}`)
  }
}

const trusted = async (file: string): Promise<Uint8Array[]> => {
  const keys = readPublicKeys(new TextDecoder().decode(await bytesOf('--public-key', file)))
  if (keys.length === 0) throw failure('usage', `--public-key: ${file} contains no Ed25519 public key.`)
  return keys
}

const fileIn = async (folder: string, name: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(join(folder, name))
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw failure('usage', `--package: ${name} cannot be read: ${reasonOf(error)}.`)
  }
}

export const evidenceKeys = command({
  name: 'lettershop evidence keys',
  description: 'List the public keys with which this instance signs and has signed evidence',
  flags: {},
  run: ({ args }) => execute('evidence.keys', undefined, { data: args.data }),
  text: (keys) =>
    table(
      ['ID', 'PUBLIC KEY', 'SINCE', 'UNTIL'],
      keys.map((key) => [key.id, key.publicKey, key.createdAt, key.retiredAt ?? 'now']),
    ),
})

export const evidenceRotateKey = command({
  name: 'lettershop evidence rotate-key',
  description:
    'Replace the signing key; the old public key stays published, so that old evidence can be verified',
  flags: {
    'new-key-file': {
      type: 'string',
      description: 'A file with the new key, used once servers have it in LETTERSHOP_SIGNING_KEY',
      valueHint: 'F',
    },
  },
  async run({ args }) {
    const file = args['new-key-file']
    if (file === undefined) {
      const key = await execute('evidence.rotateKey', undefined, { data: args.data })
      return { ...key, isGiven: false }
    }
    const dataDir = dataFolder(args.data)
    const settings = await readSettings(dataDir)
    await prepareInstance(dataDir, settings)
    const { noteNewSigningKey } = await import('../instance/keys/rotate-offline.ts')
    const where = { dataDir, settings, log: deferredLog('warn') }
    return { ...signingKeyToJson(await noteNewSigningKey(where, resolve(file))), isGiven: true }
  },
  text: ({ id, publicKey, isGiven }) =>
    isGiven
      ? `Servers sign with ${id} once it is their LETTERSHOP_SIGNING_KEY.\n${publicKey}`
      : `Evidence is now signed with ${id}.\n${publicKey}`,
})
