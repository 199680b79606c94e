/** Executable only: `bun build` embeds the file and imports its path inside the executable. */
import path from '../../THIRD-PARTY-NOTICES' with { type: 'file' }

export { path }
