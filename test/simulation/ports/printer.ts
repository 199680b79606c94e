import type { HandOver, PrintPartner } from '../../../src/core/ports/print-partner.ts'
import { type Life, Misfortune, type World } from '../world.ts'

/** The simulated printer. It and its memory outlive every server. */
export interface Printer {
  isAway: boolean
  /** Whether the run was really printed, regardless of the printer's answers. */
  hasPrinted(runId: string): boolean
  partnerOf(life: Life): PrintPartner
}

/**
 * A printer that takes what it is given: a package that it is handed twice is printed twice, unless it still knows the
 * run. It forgets runs whose package was taken away (`lost`), and can then not tell what became of them.
 */
export const createPrinter = (world: World, name: string): Printer => {
  const known = new Set<string>()
  const lost = new Set<string>()
  const { chronicle, profile, story } = world

  const forget = (life: Life, runId: string) => {
    known.delete(runId)
    lost.add(runId)
    story.tell(life.name, () => `it is unknown from now on whether the printer has ${runId}`)
  }
  const mishap = (life: Life, runId: string, when: string) => {
    if (!world.strikes(profile.printerFaults)) return
    if (world.dice.chance(0.4)) forget(life, runId)
    story.tell(life.name, () => `the hand-over of ${runId} breaks off ${when}`)
    throw new Misfortune(`The simulated hand-over broke off ${when}.`)
  }

  const handOver = async (life: Life, { runId, files }: HandOver) => {
    await world.point(life, 'hands a run over')
    if (printer.isAway) return { outcome: 'unavailable' as const, reason: 'The simulated printer is away.' }
    mishap(life, runId, 'before anything is whole')
    const itemIds = await readPackage(files)
    await world.point(life, 'has written the whole package')
    if (!known.has(runId)) {
      known.add(runId)
      lost.delete(runId)
      chronicle.printings.push({ runId, at: world.clock.now(), itemIds })
      story.tell(life.name, () => `the printer prints ${runId}: ${itemIds.join(' ')}`)
    }
    await world.point(life, 'has handed a run over')
    mishap(life, runId, 'after the printer took it')
    return { outcome: 'delivered' as const, reference: `${name}:${runId}` }
  }

  const printer: Printer = {
    isAway: false,
    hasPrinted: (runId) => chronicle.printings.some((printing) => printing.runId === runId),
    partnerOf: (life) => {
      const partner: PrintPartner = {
        name,
        handOver: (package_) => handOver(life, package_),
        async find(runId) {
          await world.point(life, 'asks the printer')
          if (lost.has(runId)) return 'uncertain'
          return known.has(runId) ? 'delivered' : 'absent'
        },
        async discard() {
          await world.point(life, 'discards a package')
        },
      }
      return world.plant?.partner?.(partner, world) ?? partner
    },
  }
  return printer
}

/** The items of a package, in the order of its manifest. */
const readPackage = async (files: HandOver['files']): Promise<string[]> => {
  let manifest = ''
  for await (const { name, content } of files) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of content)
      if (name === 'manifest.json') text += decoder.decode(chunk, { stream: true })
    if (name === 'manifest.json') manifest = text
  }
  return (JSON.parse(manifest) as { items: { id: string }[] }).items.map(({ id }) => id)
}
