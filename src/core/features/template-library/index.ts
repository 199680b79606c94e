import { copyLibraryDesign } from './operations/templateLibrary.copy.ts'
import { getLibraryDesign } from './operations/templateLibrary.get.ts'
import { listLibrary } from './operations/templateLibrary.list.ts'

export const templateLibraryOperations = [listLibrary, getLibraryDesign, copyLibraryDesign]
