export { AddFiles, ChosenFileList } from './file-picker.tsx'
export { MaterialList } from './material-list.tsx'
export { useFiles } from './use-files.ts'
