import type { Findings } from '../reconcile.ts'
import type { PrintersJournal } from './journal.ts'
import type { Remake, Run } from './people.ts'

/** A part read from its printer, with the words on each of its pages. */
export interface ReadPart {
  printer: string
  package: string
  attempt: string
  part: string
  pages: readonly (readonly string[])[]
}

export interface PrintedItem {
  id: string
  reference: string
  status: string
  runId: string | null
}

/** The server's final state. */
export interface FinalPrinters {
  items: readonly PrintedItem[]
  runs: readonly Run[]
  remakes: readonly Remake[]
  parts: readonly ReadPart[]
  journal: PrintersJournal
  /** Country → key of the printer. */
  printerOf: Readonly<Record<string, string>>
}

const printed = ['IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED']
/** Both sides of a card. */
const pagesOfPiece = 2

/** Returns the word of each piece of a package, in order; reports anything that is not a piece. */
export const piecesOf = (parts: readonly ReadPart[], findings: Findings): string[] => {
  const inOrder = [...parts].sort((a, b) => (a.part < b.part ? -1 : 1))
  return inOrder.flatMap(({ package: name, part, pages }) => {
    findings.check(pages.length % pagesOfPiece === 0, `${part} of ${name} has ${pages.length} pages`)
    return Array.from({ length: Math.floor(pages.length / pagesOfPiece) }, (_, n) => {
      const own = pages.slice(n * pagesOfPiece, (n + 1) * pagesOfPiece)
      const words = [...new Set(own.flat())]
      const isOne = words.length === 1 && own.every((page) => page.length === 1)
      findings.check(
        isOne,
        `Piece ${n + 1} of ${part} in ${name} has the words ${words.join(', ') || 'of no recipient'}`,
      )
      return words[0] ?? ''
    })
  })
}

/** Checks that every item was printed once, in its run, at its printer, and every remake has its pieces. */
export const checkPrinters = (
  final: FinalPrinters,
  findings: Findings,
): { packages: number; pieces: number } => {
  const { items, runs, remakes, journal } = final
  const kept = final.parts.filter(
    ({ package: name, attempt }) => !journal.thrownAway.has(`${name}|${attempt}`),
  )
  const packages = Map.groupBy(kept, (part) => part.package)
  const placesOf = new Map<string, string[]>()
  for (const [name, parts] of packages) {
    const attempts = new Set(parts.map(({ printer, attempt }) => `${printer} ${attempt}`))
    findings.check(attempts.size === 1, `TWICE: ${name} was printed by ${[...attempts].join(' and ')}`)
    const names = parts.map(({ part }) => part)
    findings.check(new Set(names).size === names.length, `TWICE: ${name} has a part twice: ${names}`)
    placesOf.set(name, piecesOf(parts, findings))
  }
  const known = new Set<string>()
  for (const run of runs) if (packages.has(run.id)) known.add(run.id)
  checkRuns(final, placesOf, findings)
  for (const remake of remakes) {
    for (const name of checkRemake(remake, placesOf, findings)) known.add(name)
  }
  for (const name of packages.keys()) findings.check(known.has(name), `${name} is unknown to the server`)
  checkAnswered(final, findings)
  const places = new Map<string, string>()
  for (const { id } of runs) {
    for (const word of placesOf.get(id) ?? []) {
      findings.check(!places.has(word), `PRINTED TWICE: ${word} is in ${places.get(word)} and in ${id}`)
      places.set(word, id)
    }
  }
  for (const { reference, status, runId } of items) {
    const where = places.get(reference)
    findings.check(printed.includes(status), `${reference} was never printed: it is ${status}`)
    findings.check(
      where === runId,
      `${reference} is ${status} in ${runId}, and on paper in ${where ?? 'nothing'}`,
    )
  }
  return { packages: packages.size, pieces: [...placesOf.values()].flat().length }
}

/** Checks that every run was handed over and has its parts at the printer of its countries. */
const checkRuns = (
  { runs, parts, journal, printerOf }: FinalPrinters,
  placesOf: ReadonlyMap<string, string[]>,
  findings: Findings,
): void => {
  for (const { id, status, itemCount, parts: own, reason } of runs) {
    if (itemCount === 0) continue
    findings.check(status === 'HANDED_TO_PRINTER', `${id} stays ${status}: ${reason}`)
    const words = placesOf.get(id)
    findings.check(words !== undefined, `LOST: ${id} is ${status} and at no printer`)
    if (!words) continue
    findings.check(words.length === itemCount, `${id} has ${itemCount} items, and ${words.length} on paper`)
    const there = new Set(parts.filter((part) => part.package === id).map(({ part }) => part))
    for (const { name } of own) findings.check(there.has(name), `LOST: ${name} is at no printer`)
    for (const word of words) {
      const country = journal.items.get(word)?.country ?? ''
      const astray = parts.find((part) => part.package === id && part.printer !== printerOf[country])
      findings.check(!astray, `${word} to ${country} is at ${astray?.printer}`)
    }
  }
}

/** Checks that a remake was handed over, and printed once with its pieces. Returns its packages. */
const checkRemake = (
  { runId, number, status, sequences, waitReason }: Remake,
  placesOf: ReadonlyMap<string, string[]>,
  findings: Findings,
): string[] => {
  const about = `The remake ${number} of ${runId}`
  const own = [...placesOf.keys()].filter((name) => name.startsWith(`${runId}_R${number}_`))
  findings.check(status === 'HANDED_TO_PRINTER', `${about} stays ${status}: ${waitReason}`)
  findings.check(own.length > 0 || status !== 'HANDED_TO_PRINTER', `LOST: ${about} is at no printer`)
  findings.check(own.length < 2, `TWICE: ${about} was printed as ${own.join(' and ')}`)
  const places = placesOf.get(runId) ?? []
  const wanted = sequences.map((sequence) => places[sequence - 1])
  for (const name of own) {
    const words = placesOf.get(name)!
    findings.check(words.join() === wanted.join(), `${about} has ${words}, not ${wanted}`)
  }
  return own
}

/** Checks that answered items and remakes exist and no others; a piece is remade only on request. */
const checkAnswered = ({ items, remakes, journal }: FinalPrinters, findings: Findings): void => {
  const byWord = new Map(items.map((item) => [item.reference, item]))
  findings.check(byWord.size === items.length, 'TWICE: two items have one reference')
  for (const [word, { id }] of journal.items)
    findings.check(
      byWord.get(word)?.id === id,
      `LOST: ${word} was answered as ${id} and is ${byWord.get(word)?.id}`,
    )
  for (const { reference } of items)
    findings.check(journal.items.has(reference), `${reference} exists without an answer to a client`)
  const keyOf = ({ runId, number }: { runId: string; number: number }) => `${runId} ${number}`
  const stored = new Map(remakes.map((remake) => [keyOf(remake), remake]))
  const answered = new Map(journal.remakes.map((remake) => [keyOf(remake), remake]))
  findings.check(answered.size === journal.remakes.length, 'TWICE: two calls were answered with one remake')
  for (const [key, { sequences }] of answered)
    findings.check(
      stored.get(key)?.sequences.join() === sequences.join(),
      `LOST: the remake ${key} was answered`,
    )
  const before = new Map<string, string>()
  for (const remake of [...remakes].sort((a, b) => a.number - b.number)) {
    const key = keyOf(remake)
    findings.check(answered.has(key), `The remake ${key} exists without an answer to a client`)
    for (const sequence of remake.sequences) {
      const piece = `${remake.runId} ${sequence}`
      const isRequested = !before.has(piece) || answered.get(key)?.again === true
      findings.check(isRequested, `TWICE: place ${piece} is in the remakes ${before.get(piece)} and ${key}`)
      before.set(piece, key)
    }
  }
}
