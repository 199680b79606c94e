import { command } from '../cli/command.ts'
import { holdFlags } from '../cli/flags.ts'
import { execute } from '../control/execute.ts'

interface Shown {
  held: boolean
  since: string | null
  reason: string | null
}

const text = ({ held, since, reason }: Shown): string =>
  held ? `Live printing is held since ${since}. ${reason}` : 'Live printing goes on.'

export const printingShow = command({
  name: 'lettershop printing show',
  description: 'Show whether live runs are handed to the printer',
  flags: {},
  run: ({ args }) => execute('printing.show', undefined, { data: args.data }),
  text,
})

export const printingHold = command({
  name: 'lettershop printing hold',
  description: 'Hand no live run to the printer from now on; everything else goes on',
  flags: holdFlags,
  run: ({ args }) => execute('printing.hold', { reason: args.reason }, { data: args.data }),
  text,
})

export const printingResume = command({
  name: 'lettershop printing resume',
  description: 'Hand live runs over again; those that waited go within a minute',
  flags: {},
  run: ({ args }) => execute('printing.resume', undefined, { data: args.data }),
  text,
})

export const printingAcceptFolder = command({
  name: 'lettershop printing accept-folder',
  description: 'Accept the folder where live runs are handed over as the printer’s',
  flags: {},
  run: ({ args }) => execute('printing.acceptFolder', undefined, { data: args.data }),
  text: ({ printFolder }) => `Live runs are handed over in ${printFolder} from now on.`,
})
