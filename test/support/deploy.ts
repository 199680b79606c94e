import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../..')
export const deployFolder = join(root, 'deploy')

export const deployFile = (name: string): string => readFileSync(join(deployFolder, name), 'utf8')

/** Returns the files of `deploy/`, as sorted paths below it, without an operator's `.env` and `secrets/`. */
export const deployFiles = (): string[] =>
  readdirSync(deployFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(deployFolder.length + 1))
    .filter((name) => name !== '.env' && !name.startsWith('secrets/'))
    .toSorted()

/** Returns the text of the documentation pages that show how to deploy. */
export const deploying = (): string =>
  ['run-a-server', 'several-servers']
    .map((page) => readFileSync(join(root, `docs/${page}.md`), 'utf8'))
    .join('\n')

export interface ComposeService {
  image: string
  environment: Record<string, string>
  secrets?: string[]
  env_file?: string
  volumes: string[]
  networks: string[] | Record<string, { ipv4_address: string }>
}

export interface Compose {
  services: Record<string, ComposeService>
  secrets: Record<string, { file: string }>
}

/** Returns the compose file as Compose parses it with this site in `.env`. */
export const readCompose = (site: string): Compose =>
  parse(deployFile('compose.yaml').replaceAll(/\$\{SITE:\?[^}]*\}/g, site), { merge: true })

/** Returns the variables of the image: those of the only `ENV` in the Dockerfile. */
export const imageEnvironment = (): Record<string, string> => {
  const [block] = /^ENV (?:.*\\\n)*.*$/m.exec(deployFile('Dockerfile'))!
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
}

/**
 * Returns the unit with its commented-out settings in force, as the documentation tells operators to set
 * them.
 */
export const everythingInUse = (unit: string): string => unit.replaceAll(/^#(?=\w+=)/gm, '')

/** Returns the variables that a unit sets, with `%S` and `%d` replaced by these folders. */
export const unitEnvironment = (
  unit: string,
  { state, credentials }: { state: string; credentials: string },
): Record<string, string> =>
  Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace('%S', state).replace('%d', credentials),
    ]),
  )

/** A Kubernetes object; its fields depend on its kind. */
export interface Manifest {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: its type is checked by `manifestFaults`
  [part: string]: any
}

export const readManifests = (): Manifest[] =>
  deployFiles()
    .filter((name) => name.startsWith('kubernetes/'))
    .flatMap((file) =>
      parseAllDocuments(deployFile(file)).map((document) => ({ ...document.toJS(), file }) as Manifest),
    )

/**
 * Returns the module of `kubernetes-types` for an API version such as `apps/v1` or `networking.k8s.io/v1`.
 */
const moduleOf = (apiVersion: string): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group!.split('.')[0]}/${version}`
}

/**
 * Checks Kubernetes objects against the types of its API (`kubernetes-types`, generated from the API's own
 * description). Returns the faults: unknown fields, missing ones, and values of another type.
 */
export const manifestFaults = (manifests: readonly Manifest[]): string[] => {
  const name = join(root, 'test/support/manifests.virtual.ts')
  const source = manifests
    .map(
      ({ file, ...manifest }, index) =>
        `import type { ${manifest.kind} as Kind${index} } from '${moduleOf(manifest.apiVersion)}'; // ${file}
         export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
    )
    .join('\n')
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es5.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, source, ts.ScriptTarget.Latest) : getSourceFile(file, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText, file, start }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0
      const { file: named } = manifests[Math.floor(line / 2)]!
      return `${named}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
}

/** Returns the paths that `.dockerignore` includes. Throws unless it excludes everything else. */
export const buildContext = (): string[] => {
  const [first, ...rest] = readFileSync(join(dirname(deployFolder), '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*') throw new Error('.dockerignore does not begin by refusing everything.')
  return rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
}
