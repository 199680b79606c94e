import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { endWithUs } from './end-with-us.ts'

const root = join(import.meta.dirname, '../..')

/** The fields of the published `package.json` that tests read. */
export interface Manifest {
  bin: Record<string, string>
  dependencies: Record<string, string>
  exports: Record<string, unknown>
}

/** Runs a program and returns its standard output. Rejects with all of its output if it fails. */
export const outputOf = (file: string, args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string, stderr: string) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout)
    endWithUs(execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, done))
  })

/**
 * Makes the package with `npm pack`, whose `prepack` script builds it, and unpacks it into `folder`. Returns
 * the paths of its files.
 */
export const packInto = async (folder: string): Promise<string[]> => {
  // The npm that runs this, if any; no network is needed.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : ['npm', []]
  const [program, before] = npm as [string, string[]]
  const archive = await outputOf(program, [...before, 'pack', '--silent', '--pack-destination', folder], root)
  mkdirSync(join(folder, 'package'))
  await outputOf('tar', ['-xzf', join(folder, archive.trim().split('\n').at(-1)!)], folder)
  const entries = readdirSync(join(folder, 'package'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'package/').length))
}

/**
 * Installs the unpacked package with its dependencies, and nothing else, in the project at `folder`. The
 * dependencies are links, so that their own are resolved where npm installed them.
 */
export const installInto = (folder: string, unpacked: string): Manifest => {
  const modules = join(folder, 'node_modules')
  cpSync(unpacked, join(modules, 'lettershop'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir')
  }
  return manifest
}

/** Links a further package of this repository, as a developer would add it. */
export const addTo = (folder: string, name: string): void => {
  mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
}

/** Returns the links in these Markdown files to files or headings that do not exist in their folder. */
export const brokenLinks = (folder: string, documents: readonly string[]): string[] =>
  documents.flatMap((document) => {
    const text = readFileSync(join(folder, document), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    return targets
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(folder, document, target))
      .map((target) => `${document}: ${target}`)
  })

const leadsSomewhere = (folder: string, document: string, target: string): boolean => {
  const [path, heading] = target.split('#') as [string, string?]
  const inside = path === '' ? document : normalize(join(dirname(document), path))
  if (inside.startsWith('..') || !existsSync(join(folder, inside))) return false
  return heading === undefined || headingsOf(readFileSync(join(folder, inside), 'utf8')).includes(heading)
}

/** Returns the anchors that GitHub gives to the headings of a Markdown text. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns the TypeScript code blocks of a Markdown file. */
export const typescriptIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!)
