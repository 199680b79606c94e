/** The answer of a path: its body if it is JSON, else its media type. */
export type Answer = { status: number; body: unknown } | { status: number; type: string }

/** Sends a GET with a key of one mode. */
export type Get = (path: string) => Promise<{ status: number; headers: Headers; body: unknown }>

/**
 * Paths whose answers do not come from the folder alone, but also from constants of the program, the current
 * time, the caller, or fresh signatures.
 */
const leftOut =
  /^\/v1\/(meta|products|platform-assets|platform|template-library|status|session|sessions|profile|media|support\/(diagnostics|inbox)|developers\/(requests|keys|whoami|test-clock)|organisation\/audit-log|runs\/calendar|organisations)(\/|$)|\/(evidence|signature|link|quote|explain)$/

/** Returns the paths with a GET operation, as in the API document: `/v1/items/{id}/history`. */
export const pathsOf = (document: { paths: Record<string, Record<string, unknown>> }): string[] =>
  Object.entries(document.paths)
    .filter(([path, methods]) => 'get' in methods && !leftOut.test(path))
    .map(([path]) => path)
    // Lists come before their items.
    .sort((a, b) => a.split('/').length - b.split('/').length)

/**
 * Returns the answers with status 200. A path with parameters is read once for each row on the first page of
 * its list.
 */
export const readEverything = async (get: Get, paths: readonly string[]): Promise<Record<string, Answer>> => {
  const answers: Record<string, Answer> = {}
  for (const template of paths) {
    for (const path of withIds(template, answers)) {
      const answer = await answerOf(get, path)
      // Refusals because of a mode or status are covered by other tests.
      if (answer.status === 200) answers[path] = answer
    }
  }
  return answers
}

export const answerOf = async (get: Get, path: string): Promise<Answer> => {
  const { status, headers, body } = await get(path)
  const type = (headers.get('content-type') ?? '').split(';')[0]!
  return type.includes('json') ? { status, body } : { status, type }
}

type Row = Record<string, unknown>

/**
 * Returns the path for each row of the list before its first parameter; only the path itself without
 * parameters.
 */
const withIds = (template: string, answers: Readonly<Record<string, Answer>>): string[] => {
  const parameter = /\/\{(\w+)\}/.exec(template)
  if (!parameter) return [template]
  const answer = answers[template.slice(0, parameter.index)]
  if (!answer || !('body' in answer)) return []
  const { body } = answer as { body: Row[] | { data?: Row[] } }
  return (Array.isArray(body) ? body : (body.data ?? [])).flatMap((row) => {
    // A template version is addressed by its `number` instead of an id.
    const value = row[parameter[1]!] ?? row.id
    return value === undefined ? [] : withIds(template.replace(parameter[0], `/${value}`), answers)
  })
}
