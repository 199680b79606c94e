import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = readFileSync(join(import.meta.dirname, '../src/shell/routes.ts'), 'utf8')

/**
 * The routes of the router that show a screen, such as `/runs/:id`, without parentheses, which only change
 * the frame.
 */
export const routes: readonly string[] = [...source.matchAll(/^ {2}'(\/[^']*)': \(\) => import/gm)].map(
  ([, route]) => route!.replace(/[()]/g, ''),
)

const partsOf = (path: string): string[] => path.split('/').slice(1)

/**
 * Returns the route of a path below `/portal`, or undefined; literal segments have priority over parameters.
 */
export const routeOf = (path: string): string | undefined => {
  const parts = partsOf(path)
  const fits = (route: string) => {
    const expected = partsOf(route)
    return (
      expected.length === parts.length &&
      expected.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  }
  const openness = (route: string) => route.split(':').length
  return routes.filter(fits).sort((one, other) => openness(one) - openness(other))[0]
}
