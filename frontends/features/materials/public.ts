export { AddFiles, ChosenFileList, OneFileState } from './file-picker.tsx'
export { MaterialList } from './material-list.tsx'
export { useFiles } from './use-files.ts'
export { useOneFile } from './use-one-file.ts'
