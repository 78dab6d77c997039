-- A real client: opens a pack with a mistake, waits for it to be told, hovers, completes, renames, lays the file out.
local function die(why)
  io.stderr:write(why .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, is_so)
  if not vim.wait(20000, is_so, 20) then
    die("waited in vain for " .. what)
  end
end

local function ask(method, params)
  local answer = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, one in pairs(answer) do
    if one.error then
      die(method .. ": " .. vim.inspect(one.error))
    end
    return one.result
  end
  die(method .. " was not answered")
end

local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line - 1, character = column },
    context = { triggerKind = 1 },
  }
end

local function expect(what, found)
  if not found then
    die("not so: " .. what)
  end
end

local function try()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, "p")
  local file = folder .. "/yard.fray"
  vim.fn.writefile({
    'pack yard "Stones"',
    'attribute AIM "Aim" number',
    "fact actor figure",
    'fact range "range" number = 0',
    'card distance "Distance" { -2 "far" when rnage > 10 }',
    'check throw "A throw" { says "{actor} throws"; reads actor; roll 2d6; at most actor.AIM "aim"; cards distance }',
    "figure Ada { AIM 9 }",
    'test   "far counts" { ask "Ada throws, range 24"; expect need 7 }',
  }, file)
  vim.cmd("edit " .. file)
  wait_for("the mistake", function()
    return #vim.diagnostic.get(0) == 1
  end)
  expect("the mistake is told with its remedy", vim.diagnostic.get(0)[1].message:find("did you mean `range`", 1, true))
  vim.api.nvim_buf_set_lines(0, 4, 5, false, { 'card distance "Distance" { -2 "far" when range > 10 }' })
  wait_for("no mistake", function()
    return #vim.diagnostic.get(0) == 0
  end)
  local told = ask("textDocument/hover", at(5, 31))
  expect("hover tells the worth", told.contents.value:find("is worth", 1, true))
  local items = ask("textDocument/completion", at(6, 83))
  local labels = {}
  for _, item in ipairs(items.items or items) do
    labels[item.label] = true
  end
  expect("completion knows the property", labels.AIM)
  local asked = at(5, 42)
  asked.newName = "far_off"
  local edit = ask("textDocument/rename", asked)
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  expect("the new name stands everywhere", text:find("fact far_off", 1, true) and text:find("Ada throws, far_off 24", 1, true))
  wait_for("no mistake with the new name", function()
    return #vim.diagnostic.get(0) == 0
  end)
  local neat = ask("textDocument/formatting", { textDocument = at(1, 0).textDocument, options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(neat, vim.api.nvim_get_current_buf(), "utf-16")
  text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  expect("the layout is canonical", text:find('test "far counts"', 1, true))
end

local is_good, why = pcall(try)
if not is_good then
  die(why)
end
vim.cmd("qall!")
