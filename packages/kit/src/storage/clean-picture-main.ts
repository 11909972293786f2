import { cleanPhoto, cleanPicture } from './clean-picture.ts'
import { cleanStandardInput } from './cleaning-main.ts'

await cleanStandardInput(process.argv[2] === 'photo' ? cleanPhoto : cleanPicture)
