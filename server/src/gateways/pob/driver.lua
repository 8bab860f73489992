-- Runs Path of Building without its window, one build after the other. Started by worker.ts in the `src` folder of a checkout;
-- contains none of that program's code and calls only its documented entry points (HeadlessWrapper.lua: `loadBuildFromXML`,
-- `runCallback`).
--
-- A frame on stdin or stdout has four bytes of length, four bytes with the number of the question (both most significant first),
-- and a body of that length. The first frame is `!` (question 0) with the program's version and whether it has network access.
-- Every export is then answered: `+` with the calculated export, `~` the same if its passive tree is newer than any in the
-- checkout, or `-` with the reason of a failure. After a failure the process ends, because the remains of a failed build would
-- spoil the next one.

local ffi = require('ffi')

local longest_request = 8 * 1024 * 1024
local output, input = io.stdout, io.stdin

-- Compiling code at run time pays off only after more builds than a worker calculates.
jit.off()

ffi.cdef([[
  int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
  int unshare(int flags);
  int uncompress(unsigned char *to, unsigned long *to_length, const unsigned char *from, unsigned long from_length);
]])

-- Ends with its parent process, even if that is killed.
local PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, SIGKILL = 1, 38, 9
ffi.C.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
ffi.C.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

-- A network namespace of its own leads nowhere. Containers often forbid creating one.
local CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
local is_alone = ffi.C.unshare(CLONE_NEWUSER + CLONE_NEWNET) == 0

local has_zlib, zlib = pcall(ffi.load, 'libz.so.1')
local uncompress, new, text_of, number_of = has_zlib and zlib.uncompress, ffi.new, ffi.string, tonumber

-- The program's data about jewels is compressed, without its uncompressed length.
local function inflate(data)
  if not uncompress then return nil end
  for _, times in ipairs({ 8, 32, 128, 1024 }) do
    local length = #data * times
    local buffer, filled = new('unsigned char[?]', length), new('unsigned long[1]', length)
    local outcome = uncompress(buffer, filled, data, #data)
    if outcome == 0 then return text_of(buffer, number_of(filled[0])) end
    if outcome ~= -5 then return nil end
  end
  return nil
end

-- From here on the program cannot load native code (and so no sockets), start programs, write files or print.
-- Fatal errors of Lua itself go to stderr.
package.loaded.ffi = nil
package.preload.ffi = function() error('not available') end
package.cpath = ''
package.path = './?.lua;./?/init.lua;../runtime/lua/?.lua;../runtime/lua/?/init.lua;./lua/?.lua;./lua/?/init.lua'
local exit, open_file = os.exit, io.open
os.execute, os.remove, os.rename, os.tmpname, os.exit, io.popen = nil, nil, nil, nil, nil, nil
io.open = function(name, mode)
  if mode and mode:find('[wa+]') then return nil, name .. ': files are not written' end
  return open_file(name, mode)
end
io.write = function() end
io.read = function() return nil end
print = function() end

-- The program counts letters with this module, which matters only for display.
package.preload['lua-utf8'] = function()
  return setmetatable({ next = function(_, at, step) return at + (step or 1) end }, { __index = string })
end

local function to_bytes(number)
  local high, low = math.floor(number / 65536), number % 65536
  return string.char(math.floor(high / 256), high % 256, math.floor(low / 256), low % 256)
end

local function to_number(bytes, at)
  local a, b, c, d = bytes:byte(at, at + 3)
  return ((a * 256 + b) * 256 + c) * 256 + d
end

local question = 0

local function send(kind, text)
  output:write(to_bytes(#text + 1), to_bytes(question), kind, text)
  output:flush()
end

-- nil at the end: the parent process has ended, or needs no more builds.
local function receive()
  local head = input:read(8)
  if not head or #head < 8 then return nil end
  local length = to_number(head, 1)
  if length > longest_request then return nil end
  local body = input:read(length)
  if not body or #body < length then return nil end
  question = to_number(head, 5)
  return body
end

-- The program's messages are made for a window: they contain colours, and keys to press.
local function fail(reason)
  local plain = tostring(reason):gsub('%^x%x%x%x%x%x%x', ''):gsub('%^%d', ''):gsub('%s*Press Enter.*$', '')
  send('-', plain:sub(1, 1000))
  exit(1)
end

local function begin()
  dofile('HeadlessWrapper.lua')
  if launch.promptMsg then error(launch.promptMsg, 0) end
  -- In dev mode a build would be saved when another one replaces it.
  launch.devMode = false
  Inflate = inflate
  GetScriptPath = function() return '.' end
  return tostring(launch.versionNumber)
end

-- The program does not load a build with an unknown tree. With the newest tree that it knows, only new nodes are missing.
local function fit_tree(xml)
  local is_older = false
  local fitting = xml:gsub(' treeVersion="([%w_]+)"', function(version)
    if not treeVersions or not latestTreeVersion or treeVersions[version] then return nil end
    is_older = true
    return ' treeVersion="' .. latestTreeVersion .. '"'
  end)
  return fitting, is_older
end

-- The program catches errors itself and shows a message; the previous build may still be loaded.
local function calculate(xml)
  local name = 'build ' .. question
  local fitting, is_older = fit_tree(xml)
  loadBuildFromXML(fitting, name)
  runCallback('OnFrame')
  if launch.promptMsg then error(launch.promptMsg, 0) end
  if main.popups[1] then error('The program asks a question about it', 0) end
  if main.mode ~= 'BUILD' or build.buildName ~= name then error('The program did not load it', 0) end
  return build:SaveDB('code'), is_older
end

local is_ready, said = pcall(begin)
if not is_ready then fail(said) end
send('!', (is_alone and 'alone ' or 'shared ') .. said)

for xml in receive do
  local is_fine, answer, is_older = pcall(calculate, xml)
  if not is_fine or type(answer) ~= 'string' then fail(answer) end
  send(is_older and '~' or '+', answer)
end
