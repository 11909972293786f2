export { MyPeople } from './my-people.tsx'
