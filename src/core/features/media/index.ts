import { getMedia } from './operations/media.get.ts'

export const mediaOperations = [getMedia]
